import type { ReactNode } from 'react';
import { type AccessCodeProps, Icon, Link, Text, usePage } from '#engine/block-kit/index.ts';
import css from './AccessCode.module.css';

/** A form for a code (S5). Codes are 4 to 32 letters, digits and hyphens (V1); the browser says so before anything is sent. */
export function AccessCode({
  id,
  eyebrow,
  title,
  level,
  label,
  hint,
  missing,
  invalid,
  submit,
  other,
}: AccessCodeProps): ReactNode {
  const { homeHref } = usePage();
  const field = `${id}-field`;
  return (
    <form
      id={id}
      className={css.invitation}
      action={`${homeHref.replace(/\/?$/, '/')}do/check-code`}
      method="post"
      aria-labelledby={`${id}-title`}
    >
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text
        value={title}
        as={level === 1 ? 'h1' : 'h2'}
        className={level === 1 ? 'title' : 'head'}
        id={`${id}-title`}
      />
      <div className={css.row}>
        <div className={css.field}>
          <Text value={label} as="label" htmlFor={field} />
          <input
            id={field}
            name="code"
            required
            minLength={4}
            maxLength={32}
            pattern="[A-Za-z0-9\-]{4,32}"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder=" "
            aria-describedby={hint && `${id}-hint`}
            aria-errormessage={`${id}-error`}
          />
          <p id={`${id}-error`} className={css.error}>
            <Icon name="pen" />
            <span>
              <Text value={missing} as="span" className={css.missing} />
              <Text value={invalid} as="span" className={css.invalid} />
            </span>
          </p>
        </div>
        <button type="submit" className="btn btn-primary">
          <Text value={submit} />
        </button>
      </div>
      {(hint ?? other) && (
        <p className={`fine muted ${css.foot}`}>
          {hint && <Text value={hint} as="span" id={`${id}-hint`} />} {other && <Link link={other} />}
        </p>
      )}
    </form>
  );
}
