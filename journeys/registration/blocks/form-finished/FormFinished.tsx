import type { ReactNode } from 'react';
import {
  cx,
  EmailField,
  ErrorSummary,
  Form,
  type FormFinishedProps,
  Icon,
  Picture,
  Text,
  useForm,
} from '#engine/block-kit/index.ts';
import css from './FormFinished.module.css';

/** Verify your email (R13), as a page or in a dialog that works without JavaScript (S6). */
export function FormFinished(props: FormFinishedProps): ReactNode {
  const { id, look, strings } = props;
  if (look === 'page') {
    return (
      <section id={id} className={css.page} aria-labelledby={`${id}-title`}>
        <Letter {...props} />
      </section>
    );
  }
  return (
    <vitrine-modal>
      <dialog id={id} open className={css.dialog} aria-labelledby={`${id}-title`}>
        <form method="dialog" className={css.close}>
          <button type="submit">
            <Text value={strings.close} />
          </button>
        </form>
        <Letter {...props} />
      </dialog>
    </vitrine-modal>
  );
}

function Letter(props: FormFinishedProps): ReactNode {
  const { id, strings, image, eyebrow, title, level, text, facts, change, resend, sent } = props;
  return (
    <>
      <div className={css.envelope}>
        <div className={css.lining}>
          <Picture image={image} sizes="17.5rem" priority />
        </div>
        <svg viewBox="0 0 336 300" aria-hidden="true" focusable="false">
          <path d="M8 122 168 4l160 118" />
          <path className={css.paper} d="M8 122v170h320V122L168 216z" />
          <path d="M8 292l124-97M328 292 204 195" />
        </svg>
      </div>
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={title} as={level === 1 ? 'h1' : 'h2'} className="display" id={`${id}-title`} />
      <Text value={text} as="p" className={cx('lead', css.text)} />
      <p id="sent" className={css.sent} role="status">
        <Icon name="check" />
        <Text value={sent} as="span" />
      </p>
      <ul className={css.facts}>
        {facts.map((fact, index) => (
          <li key={index}>
            <Icon name={fact.icon} />
            <Text value={fact.text} as="span" />
          </li>
        ))}
        <li>
          <Icon name="pen" />
          <ChangeEmail id={`${id}-change`} {...change} />
        </li>
      </ul>
      <Form id={`${id}-resend`} form="resend-activation" className={css.resend}>
        <ErrorSummary labels={{}} />
        <button type="submit" className="btn">
          <Text value={resend} />
        </button>
      </Form>
      <noscript>
        <p className={cx('small muted', css.note)}>
          <Text value={strings.noScript} />
        </p>
      </noscript>
    </>
  );
}

function ChangeEmail({
  id,
  question,
  open,
  label,
  submit,
}: FormFinishedProps['change'] & { readonly id: string }): ReactNode {
  const { errors, refusal } = useForm('change-email');
  const isRefused = refusal !== null || Object.keys(errors).length > 0;
  return (
    <details open={isRefused} className={css.change}>
      <summary>
        <Text value={question} /> <Text value={open} as="span" className={css.open} />
      </summary>
      <Form id={id} form="change-email" className="form">
        <div className="fields">
          {refusal && <ErrorSummary labels={{}} />}
          <EmailField label={label} enterKeyHint="send" autoFocus={isRefused && refusal === null} alert />
          <button type="submit" className="btn btn-primary">
            <Text value={submit} />
          </button>
        </div>
      </Form>
    </details>
  );
}
