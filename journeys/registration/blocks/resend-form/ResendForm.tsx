import type { ReactNode } from 'react';
import { cx, ErrorSummary, Form, Icon, Link, type ResendFormProps, Text } from '#engine/block-kit/index.ts';
import css from './ResendForm.module.css';

/** A pending account (R10, B5): a button that sends its mail again; the server knows the account from the session. */
export function ResendForm({ id, eyebrow, title, text, submit, sent, otherwise }: ResendFormProps): ReactNode {
  return (
    <section id={id} className="press" aria-labelledby={`${id}-title`}>
      <Icon name="lock" className="icon-l" />
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={title} as="h1" className="display" id={`${id}-title`} />
      <Text value={text} as="p" className="lead" />
      {sent && (
        <p id="sent" className={css.sent} role="status">
          <Icon name="check" />
          <Text value={sent} as="span" />
        </p>
      )}
      <Form id={`${id}-form`} form="resend-activation" className="press-form">
        <ErrorSummary labels={{}} />
        <input type="hidden" name="told" value="on" />
        <div className={cx('actions', css.actions)}>
          <button type="submit" className="btn btn-primary">
            <Text value={submit} />
            <Icon name="arrow" />
          </button>
          {otherwise && <Link link={otherwise} className="btn" />}
        </div>
      </Form>
    </section>
  );
}
