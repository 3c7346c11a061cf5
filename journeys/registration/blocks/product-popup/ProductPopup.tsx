import type { ReactNode } from 'react';
import {
  cx,
  EmailField,
  ErrorSummary,
  Form,
  Icon,
  Picture,
  type ProductPopupProps,
  Text,
  useForm,
  usePage,
} from '#engine/block-kit/index.ts';
import css from './ProductPopup.module.css';

/** A dialog shown instead of a price (S7). Without JavaScript, the address opens it, and its button closes it. */
export function ProductPopup(props: ProductPopupProps): ReactNode {
  const { id, strings, eyebrow, title, text, label, to, submit, after, image } = props;
  const { facets } = usePage();
  const { errors, refusal } = useForm('become-member');
  const heading = `${id}-title`;
  return (
    <vitrine-product>
      <dialog id={id} open={facets['product'] === 'asked'} className={css.dialog} aria-labelledby={heading}>
        {image && (
          <div className={css.satin}>
            <Picture image={image} sizes="(min-width: 48rem) 18rem, 1px" />
          </div>
        )}
        <div className={css.words}>
          <form method="dialog" className={css.close}>
            <button type="submit">
              <Text value={strings.close} />
            </button>
          </form>
          {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
          <Text value={title} as="h2" className="title" id={heading} />
          <Text value={text} as="p" className="muted" />
          <Form id={`${id}-form`} form="become-member" hash={to.href} className={cx('form', css.form)}>
            <div className="fields">
              {refusal && <ErrorSummary labels={{}} />}
              <EmailField label={label} enterKeyHint="go" autoFocus={errors['email'] !== undefined && !refusal} alert />
              <button type="submit" className="btn btn-primary">
                <Text value={submit} />
                <Icon name="arrow" />
              </button>
            </div>
          </Form>
          {after && <Text value={after} as="p" className={cx('small muted', css.after)} />}
        </div>
      </dialog>
    </vitrine-product>
  );
}
