import type { ReactNode } from 'react';
import {
  type AccessCodeProps,
  Form,
  Icon,
  Link,
  OtherWay,
  Text,
  TextField,
  useFlag,
  useForm,
} from '#engine/block-kit/index.ts';
import css from './AccessCode.module.css';

/** A form for a code (S5), with errors at the field (S17). */
export function AccessCode(props: AccessCodeProps): ReactNode {
  return props.look === 'doors' ? <TwoChoices {...props} /> : <SingleForm {...props} />;
}

function SingleForm(props: AccessCodeProps): ReactNode {
  const { id, look, eyebrow, hint, submit, other, otherText } = props;
  return (
    <Form id={id} form="code" className={css[look]} aria-labelledby={`${id}-title`}>
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Question {...props} />
      <div className={css.row}>
        <CodeField {...props} hint={undefined} describedBy={hint && `${id}-hint`} />
        <button type="submit" className="btn btn-primary">
          <Text value={submit} />
        </button>
      </div>
      <News {...props} />
      {hint && <Text value={hint} as="p" className={`fine muted ${css.foot}`} id={`${id}-hint`} />}
      {other && <OtherWay text={otherText} link={other} />}
    </Form>
  );
}

/** Two equal choices: with a code, and without (S18). */
function TwoChoices(props: AccessCodeProps): ReactNode {
  const { id, submit, other, otherText, otherNote } = props;
  return (
    <Form id={id} form="code" className={css.doors} aria-labelledby={`${id}-title`}>
      <div>
        <Icon name="key" />
        <Question {...props} />
        <CodeField {...props} />
        <button type="submit" className="btn btn-primary">
          <Text value={submit} />
          <Icon name="arrow" />
        </button>
        <News {...props} />
      </div>
      {other && (
        <div>
          <Icon name="envelope" />
          {otherText && <Text value={otherText} as="p" className="head" />}
          {otherNote && <Text value={otherNote} as="p" className="muted" />}
          <Link link={other} className="btn" />
        </div>
      )}
    </Form>
  );
}

function Question({ id, title, level }: AccessCodeProps): ReactNode {
  const { refusal } = useForm('code');
  const [Heading, className] = level === 1 ? (['h1', 'title'] as const) : (['h2', 'head'] as const);
  return (
    <>
      <Text value={title} as={Heading} className={className} id={`${id}-title`} />
      {refusal && (
        <div role="alert" className={css.refusal} id={`${id}-summary`} tabIndex={-1} autoFocus>
          <Text value={refusal} as="p" />
        </div>
      )}
    </>
  );
}

interface CodeFieldProps extends Pick<AccessCodeProps, 'label' | 'hint'> {
  readonly describedBy?: string | undefined;
}

function CodeField({ label, hint, describedBy }: CodeFieldProps): ReactNode {
  const { errors, refusal } = useForm('code');
  return (
    <TextField
      name="code"
      label={label}
      hint={hint}
      className={css.code}
      describedBy={describedBy}
      // Prevents autofill of a postal code, but unlike "off" allows restoring the value on Back.
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="go"
      autoFocus={errors['code'] !== undefined && !refusal}
      alert
    />
  );
}

function News({ news, newsFlag }: AccessCodeProps): ReactNode {
  const isOn = useFlag(newsFlag) && news !== undefined;
  if (newsFlag === undefined) return null;
  return (
    <div role="status" className={css.news}>
      {isOn && <Text value={news} as="p" />}
    </div>
  );
}
