import type { ReactNode } from 'react';
import {
  cx,
  Form,
  HiddenValue,
  Icon,
  Picture,
  type SocialSignUpProps,
  Text,
  useForm,
  usePage,
} from '#engine/block-kit/index.ts';
import css from './SocialSignUp.module.css';

/** First step of a social sign-up (S4). The visitor's code is submitted as well; without one it is requested at the end. */
export function SocialSignUp(props: SocialSignUpProps): ReactNode {
  const { id, look, eyebrow, title, level, text, image, or, note, children } = props;
  const isPage = look === 'page';
  return (
    <section
      id={id}
      className={cx(isPage ? css.page : 'section', 'g', !isPage && css.section)}
      aria-labelledby={`${id}-title`}
    >
      {isPage && image && (
        <div className={cx(css.mirror, 'doorway')}>
          <Picture image={image} sizes="(min-width: 60rem) 42vw, 100vw" priority />
          <Glass />
        </div>
      )}
      <div className={css.say}>
        <header className={css.words}>
          {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
          <Text
            value={title}
            as={level === 1 ? 'h1' : 'h2'}
            className={isPage ? 'display' : 'title'}
            id={`${id}-title`}
          />
          {text && <Text value={text} as="p" className="lead" />}
        </header>
        <Refusal form={`${id}-form`} />
        <Ways {...props} />
        {or && <Text value={or} as="p" className={css.or} />}
        {children}
        {note && <Text value={note} as="p" className={cx('fine muted', css.note)} />}
      </div>
    </section>
  );
}

/** Error of an option: not available yet, or the provider rejected the visitor. */
function Refusal({ form }: { readonly form: string }): ReactNode {
  const begun = useForm('social-sign-up');
  const returned = useForm('social-return');
  // No field is typed, so errors are reported for the form as a whole.
  const refusal = begun.refusal ?? returned.refusal ?? Object.values(begun.errors)[0];
  return (
    refusal && (
      <div role="alert" className={css.refusal} id={`${form}-summary`} tabIndex={-1} autoFocus>
        <Icon name="pen" />
        <Text value={refusal} as="p" />
      </div>
    )
  );
}

function Ways({ id, ways, soon, soonText }: SocialSignUpProps): ReactNode {
  const { facets } = usePage();
  const form = `${id}-form`;
  const live = ({ provider, live: isLive }: SocialSignUpProps['ways'][number]): boolean =>
    isLive === true && provider !== 'phone';
  return (
    <Form id={form} form="social-sign-up" className={css.ways}>
      {facets['code'] === 'known' && (
        <>
          <HiddenValue form={form} name="code" value="code" />
          <HiddenValue form={form} name="validityTimestamp" value="validityTimestamp" />
        </>
      )}
      {ways.map((way) =>
        live(way) ? (
          <button key={way.provider} type="submit" name="provider" value={way.provider} className={css.way}>
            <Icon name={way.provider} />
            <Text value={way.label} as="span" />
            <Icon name="arrow" />
          </button>
        ) : (
          <p key={way.provider} className={cx(css.way, css.soon)}>
            <Icon name={way.provider} />
            <Text value={way.label} as="span" />
            <Text value={soon} as="span" className="fine" />
          </p>
        ),
      )}
      {!ways.every(live) && <Text value={soonText} as="p" className="fine muted" />}
    </Form>
  );
}

/** Illustration: a mirror in its frame, two arcs and reflections. */
function Glass(): ReactNode {
  return (
    <svg viewBox="0 0 300 460" preserveAspectRatio="xMidYMax" aria-hidden="true">
      <path d="M10 460V160a140 140 0 0 1 280 0v300 M26 460V160a124 124 0 0 1 248 0v300" />
      <path d="M70 250L190 96 M96 290l60-77" />
    </svg>
  );
}
