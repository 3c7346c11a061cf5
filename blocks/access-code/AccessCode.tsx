import type { ReactNode } from 'react';
import { type AccessCodeProps, Form, OtherWay, Text, TextField, useFlag, useForm } from '#engine/block-kit/index.ts';
import css from './AccessCode.module.css';

/** A form for a code (S5). What is missing or wrong is reported at the field (S17). */
export function AccessCode({
  id,
  look,
  eyebrow,
  title,
  level,
  label,
  hint,
  submit,
  news,
  newsFlag,
  other,
  otherText,
}: AccessCodeProps): ReactNode {
  const { errors, refusal } = useForm('code');
  const hasNews = useFlag(newsFlag) && news !== undefined;
  return (
    <Form id={id} form="code" className={css[look]} aria-labelledby={`${id}-title`}>
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text
        value={title}
        as={level === 1 ? 'h1' : 'h2'}
        className={level === 1 ? 'title' : 'head'}
        id={`${id}-title`}
      />
      {refusal && (
        <div role="alert" className={css.refusal} id={`${id}-summary`} tabIndex={-1} autoFocus>
          <Text value={refusal} as="p" />
        </div>
      )}
      <div className={css.row}>
        <TextField
          name="code"
          label={label}
          className={css.code}
          describedBy={hint && `${id}-hint`}
          // No postal code to a browser, which unlike with "off" puts it back after Back.
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
          autoFocus={errors['code'] !== undefined && !refusal}
          alert
        />
        <button type="submit" className="btn btn-primary">
          <Text value={submit} />
        </button>
      </div>
      {newsFlag !== undefined && (
        <div role="status" className={css.news}>
          {hasNews && <Text value={news} as="p" />}
        </div>
      )}
      {hint && <Text value={hint} as="p" className={`fine muted ${css.foot}`} id={`${id}-hint`} />}
      {other && <OtherWay text={otherText} link={other} />}
    </Form>
  );
}
