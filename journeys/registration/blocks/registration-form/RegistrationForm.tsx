import type { ReactNode } from 'react';
import {
  type ChosenForm,
  cx,
  ErrorSummary,
  Form,
  HiddenValue,
  Icon,
  Questions,
  type RegistrationFormProps,
  Text,
  useForm,
  usePage,
} from '#engine/block-kit/index.ts';
import { RegistrationField } from './RegistrationField.tsx';
import css from './RegistrationForm.module.css';

/** Registration (S1–S3). The visitor's code is in the tail of the page; without one there is a field for it. */
export function RegistrationForm(props: RegistrationFormProps & ChosenForm): ReactNode {
  const { id, strings, form, look, groups, genders, note, submit, after } = props;
  const { facets } = usePage();
  const { errors, fields: rules } = useForm(form);
  const formId = `${id}-form`;
  // A later step has the code in its draft; an invalid code is requested again.
  const takesCode = rules['code'] !== undefined;
  const isInvited = takesCode && facets['code'] === 'known' && errors['code'] === undefined;
  const shown = groups.map((group) => ({
    ...group,
    fields: group.fields.filter(({ name }) => name !== 'code' || !isInvited),
  }));
  const labels = Object.fromEntries(
    shown.flatMap(({ fields }) => fields.map(({ name, label }) => [name, name === 'terms' ? null : label])),
  );
  return (
    <section id={id} className={look === 'section' ? 'section g' : css.column} aria-labelledby={`${id}-title`}>
      <Aside {...props} />
      <Form id={formId} form={form} className={cx('form', css.form)} aria-labelledby={`${id}-title`}>
        <div className="fields">
          <ErrorSummary labels={labels} />
          {isInvited && (
            <>
              <p className={css.invited}>
                <Icon name="key" />
                <Text value={strings.invited} as="span" />
              </p>
              <HiddenValue form={formId} name="code" value="code" />
              <HiddenValue form={formId} name="validityTimestamp" value="validityTimestamp" />
            </>
          )}
          {note && <Text value={note} as="p" className="small muted" />}
          {shown.map(({ title, fields }, index) =>
            title ? (
              <fieldset key={index} className={css.group}>
                <Text value={title} as="legend" className="head" />
                <div className="fields">
                  {fields.map((field) => (
                    <RegistrationField key={field.name} field={field} genders={genders} strings={strings} />
                  ))}
                </div>
              </fieldset>
            ) : (
              fields.map((field) => (
                <RegistrationField key={field.name} field={field} genders={genders} strings={strings} />
              ))
            ),
          )}
          <Questions form={form} />
          <div>
            <button type="submit" className="btn btn-primary">
              <Text value={submit} />
              <Icon name="arrow" />
            </button>
            {after && <Text value={after} as="p" className={cx('small muted', css.after)} />}
          </div>
        </div>
      </Form>
    </section>
  );
}

function Aside({
  id,
  strings,
  icon,
  drawing,
  eyebrow,
  title,
  level,
  greeting,
  text,
  next,
}: RegistrationFormProps): ReactNode {
  const { facets } = usePage();
  return (
    <div className={css.aside}>
      <header>
        {drawing ? <Icon name={drawing} className={css.drawing} /> : icon && <Icon name={icon} className="icon-l" />}
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text
          value={facets['inviter'] === 'known' && greeting ? greeting : title}
          as={level === 1 ? 'h1' : 'h2'}
          className="title"
          id={`${id}-title`}
        />
        {text && <Text value={text} as="p" className="lead muted" />}
      </header>
      {next && (
        <section aria-labelledby={`${id}-next`}>
          <Text value={strings.next} as="p" className="vh" id={`${id}-next`} />
          <ol className={css.next}>
            {next.map((item, index) => (
              <li key={index}>
                <Icon name={item.icon} />
                <Text value={item.text} as="span" />
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}
