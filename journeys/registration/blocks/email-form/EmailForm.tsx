import type { ReactNode } from 'react';
import {
  type ChosenForm,
  cx,
  EmailField,
  type EmailFormProps,
  ErrorSummary,
  Form,
  HiddenValue,
  Icon,
  Questions,
  Text,
  useForm,
} from '#engine/block-kit/index.ts';
import css from './EmailForm.module.css';

/** An email field: for membership interest (R8), and for the waiting list (S17) with the code in the tail of the page. */
export function EmailForm({
  id,
  form,
  purpose,
  icon,
  eyebrow,
  title,
  text,
  label,
  hint,
  submit,
  note,
}: EmailFormProps & ChosenForm): ReactNode {
  const formId = `${id}-form`;
  const { controlTexts } = useForm(form);
  const summary = <ErrorSummary labels={{ email: label }} />;
  return (
    <section id={id} className={css.request} aria-labelledby={`${id}-title`}>
      {icon && <Icon name={icon} className="icon-l" />}
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={title} as="h1" className="display" id={`${id}-title`} />
      <Text value={text} as="p" className="lead" />
      <Form id={formId} form={form} className={cx('form', css.form)} aria-labelledby={`${id}-title`}>
        {!controlTexts && summary}
        {purpose === 'lobby' && (
          <>
            <HiddenValue form={formId} name="code" value="rc" />
            <HiddenValue form={formId} name="validityTimestamp" value="validityTimestamp" />
          </>
        )}
        <div className={controlTexts ? 'fields' : css.row}>
          {controlTexts && summary}
          <EmailField label={label} hint={hint} enterKeyHint={controlTexts ? 'next' : 'send'} />
          <Questions form={form} />
          <button type="submit" className="btn btn-primary">
            <Text value={submit} />
            <Icon name="arrow" />
          </button>
        </div>
      </Form>
      {note && <Text value={note} as="p" className={cx('small muted', css.note)} />}
    </section>
  );
}
