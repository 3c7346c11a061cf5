import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type ChosenForm,
  cx,
  ErrorSummary,
  Form as PostedForm,
  type FormConfirmation,
  type FormProps,
  type FormStep,
  type FormThanks,
  Icon,
  Text,
  useForm,
  usePage,
} from '#engine/block-kit/index.ts';
// Not imported from the index, which would add them to the file of every form.
import { DocumentFields, documentFields } from '#engine/block-kit/DocumentFields.tsx';
import css from './Form.module.css';

/** A form document: fields, errors, and thanks in place of the fields. */
export function Form(props: FormProps & ChosenForm): ReactNode {
  const { id, form, look, level, eyebrow, title, text, closed } = props;
  const { state } = useForm(form);
  const { facets } = usePage();
  // Confirmation is possible after the form has closed.
  const isOpen = state === 'confirm' || state === 'confirmed' || (facets[`window:${id}`] ?? 'open') === 'open';
  if (!isOpen && closed === undefined) return null;
  const Heading = (['h1', 'h2', 'h3'] as const)[level - 1] ?? 'h2';
  return (
    <section
      id={id}
      className={cx('section g', css.block, look !== 'section' && css[look])}
      aria-labelledby={`${id}-title`}
    >
      <header className={css.words}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as={Heading} className={level === 1 ? 'display' : 'title'} id={`${id}-title`} />
        {/* What the form is for is not said once it is full. */}
        {text && state !== 'full' && <Text value={text} as="p" className="lead" />}
      </header>
      <div className={css.form}>
        {!isOpen && closed ? <Text value={closed} as="p" className="lead" /> : <Fields {...props} />}
      </div>
    </section>
  );
}

function Fields({ id, form, strings }: FormProps & ChosenForm): ReactNode {
  const { fields, document, state, stepIndex: furthest = 0 } = useForm(form);
  const { stepIndex, goBack } = useStep(`${id}-form`, form);
  if (document === undefined) return null;
  const { block, steps, submit, note, full, confirm } = document;
  if (state === 'full' && full) return <Text value={full} as="p" className="lead" />;
  if (state === 'confirm' && confirm) return <Confirm id={id} form={form} block={block} {...confirm} />;
  const thanks = state === 'sent' ? document.thanks : state === 'confirmed' ? confirm?.thanks : null;
  if (thanks) return <Thanks id={id} {...thanks} />;
  const isLast = steps === undefined || stepIndex === steps.length - 1;
  const buildStep = ({ title, fields: names }: FormStep, index: number): ReactNode => (
    // Fields of other steps are submitted as well, because nothing is stored before the form is complete. They are mounted when first shown, since browsers mark all fields of a submitted form as touched (`:user-invalid`).
    <div
      key={`${index} ${index <= furthest}`}
      hidden={index !== stepIndex}
      role="group"
      aria-labelledby={`${id}-step-${index}`}
    >
      <p
        id={index === stepIndex ? `${id}-form-step` : undefined}
        className={css.step}
        tabIndex={-1}
        autoFocus={index === stepIndex && stepIndex > 0}
      >
        <span className="fine muted">
          <Text value={strings.step} /> {index + 1} <Text value={strings.of} /> {steps?.length ?? 1}
        </span>
        <progress className={css.progress} value={index + 1} max={steps?.length ?? 1} aria-hidden="true" />
        <Text value={title} as="span" className="head" id={`${id}-step-${index}`} />
      </p>
      <div className="fields">
        <DocumentFields form={form} names={names} />
      </div>
    </div>
  );
  return (
    <PostedForm id={`${id}-form`} form={form} hash={`#${id}`} className="form" aria-labelledby={`${id}-title`}>
      <input type="hidden" name="block" value={block} />
      {steps && <input type="hidden" name="_step" value={stepIndex} />}
      <div className="fields">
        <ErrorSummary labels={documentFields.listLabels(fields)} />
        {steps === undefined ? <DocumentFields form={form} /> : steps.map(buildStep)}
        <p className="vh" aria-hidden="true">
          <label>
            <Text value={strings.leaveEmpty} />
            <input type="text" name="homepage" tabIndex={-1} autoComplete="off" />
          </label>
        </p>
        <div className={css.send}>
          <button type="submit" className="btn btn-primary">
            <Text value={isLast ? submit : strings.next} />
            <Icon name="arrow" />
          </button>
          {stepIndex > 0 && (
            <button type="submit" name="_back" value="1" className="btn" onClick={goBack}>
              <Text value={strings.back} />
            </button>
          )}
          {isLast && note && <Text value={note} as="p" className="fine muted" />}
        </div>
      </div>
    </PostedForm>
  );
}

/** The current step: that of the last response, or an earlier one. With JavaScript, going back sends nothing. */
function useStep(
  id: string,
  name: ChosenForm['form'],
): { readonly stepIndex: number; goBack(event: MouseEvent): void } {
  const { stepIndex: asked = 0, fields, errors, refusal } = useForm(name);
  const [shown, setShown] = useState({ stepIndex: asked, fields });
  // Each response replaces the fields; typing does not.
  if (shown.fields !== fields) setShown({ stepIndex: asked, fields });
  const last = useRef(shown);
  const isRefused = refusal !== null || Object.keys(errors).length > 0;
  useEffect(() => {
    const isNew = last.current !== shown && !isRefused;
    last.current = shown;
    if (!isNew) return undefined;
    // After the form's own search for errors.
    const timer = setTimeout(() => document.getElementById(`${id}-step`)?.focus());
    return () => clearTimeout(timer);
  }, [id, shown, isRefused]);
  return {
    stepIndex: shown.stepIndex,
    goBack(event) {
      event.preventDefault();
      setShown({ stepIndex: shown.stepIndex - 1, fields });
    },
  };
}

function Thanks({ id, title, text }: FormThanks & { readonly id: string }): ReactNode {
  return (
    <div id={`${id}-form-thanks`} className={css.thanks} role="status" tabIndex={-1} autoFocus>
      <Icon name="check" />
      <div>
        <Text value={title} as="p" className="head" />
        {text && <Text value={text} as="p" className="text" />}
      </div>
    </div>
  );
}

interface ConfirmProps extends FormConfirmation, ChosenForm {
  readonly id: string;
  readonly block: string;
}

/** Target of a mail's link: requires a click, because mail scanners open links. */
function Confirm({ id, form, block, title, text, submit }: ConfirmProps): ReactNode {
  const { values } = useForm(form);
  return (
    <PostedForm id={`${id}-form`} form={form} hash={`#${id}`} className="form" aria-labelledby={`${id}-confirm`}>
      <input type="hidden" name="block" value={block} />
      <input type="hidden" name="confirmation" value={values['confirmation'] ?? ''} />
      <div className={cx('fields', css.confirm)}>
        <ErrorSummary labels={{}} />
        <div className={css.question} tabIndex={-1} autoFocus>
          <Text value={title} as="p" className="head" id={`${id}-confirm`} />
          {text && <Text value={text} as="p" className="text" />}
        </div>
        <div className={css.send}>
          <button type="submit" className="btn btn-primary">
            <Text value={submit} />
            <Icon name="arrow" />
          </button>
        </div>
      </div>
    </PostedForm>
  );
}
