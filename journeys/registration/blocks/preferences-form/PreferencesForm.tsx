import type { ReactNode } from 'react';
import { ChoicesField } from '#engine/block-kit/rare-fields.tsx';
import {
  cx,
  ErrorSummary,
  Form,
  HiddenValue,
  Icon,
  Picture,
  type PreferencesFormProps,
  Questions,
  Text,
} from '#engine/block-kit/index.ts';
import css from './PreferencesForm.module.css';

/** Shopping preferences (R18, S4); the token is in the tail of the page. */
export function PreferencesForm({ id, eyebrow, title, text, label, choices, submit }: PreferencesFormProps): ReactNode {
  const form = `${id}-form`;
  return (
    <section id={id} className="press" aria-labelledby={`${id}-title`}>
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={title} as="h1" className="display" id={`${id}-title`} />
      <Text value={text} as="p" className="lead" />
      <Form id={form} form="preferences" className={cx('form', css.form)}>
        <div className="fields">
          <ErrorSummary labels={{ preferences: label }} />
          <HiddenValue form={form} name="token" value="token" />
          <ChoicesField
            name="preferences"
            label={label}
            options={choices.map(({ value, label: name, image }) => ({
              value,
              label: (
                <>
                  <Picture image={image} sizes="(min-width: 48rem) 10rem, 50vw" priority />
                  <Text value={name} as="span" />
                </>
              ),
            }))}
          />
          <Questions form="preferences" />
          <button type="submit" className="btn btn-primary">
            <Text value={submit} />
            <Icon name="arrow" />
          </button>
        </div>
      </Form>
    </section>
  );
}
