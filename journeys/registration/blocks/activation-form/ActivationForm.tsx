import type { ReactNode } from 'react';
import { type ActivationFormProps, cx, ErrorSummary, Form, HiddenValue, Icon, Text } from '#engine/block-kit/index.ts';
import css from './ActivationForm.module.css';

/** Activation (R10, B5): a single button; the token from the mail is in the tail of the page. */
export function ActivationForm({ id, eyebrow, title, text, submit, note }: ActivationFormProps): ReactNode {
  const form = `${id}-form`;
  return (
    <section id={id} className="press" aria-labelledby={`${id}-title`}>
      <Icon name="key" className="icon-l" />
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={title} as="h1" className="display" id={`${id}-title`} />
      <Text value={text} as="p" className="lead" />
      <Form id={form} form="activation" className="press-form">
        <ErrorSummary labels={{}} />
        <HiddenValue form={form} name="token" value="token" />
        <button type="submit" className="btn btn-primary">
          <Text value={submit} />
          <Icon name="arrow" />
        </button>
      </Form>
      {note && <Text value={note} as="p" className={cx('small muted', css.note)} />}
    </section>
  );
}
