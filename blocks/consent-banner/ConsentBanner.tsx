import type { ReactNode } from 'react';
import {
  type ConsentBannerProps,
  cx,
  HiddenValue,
  Icon,
  Link,
  type LocalizedText,
  plainText,
  Text,
  usePage,
} from '#engine/block-kit/index.ts';
import css from './ConsentBanner.module.css';

/**
 * Requests consent. After a choice, and in the app from the start (decision 035), the card is hidden until the footer's button redirects to
 * `#consent-<answer>`, which shows and focuses it with the current choice; the next choice, like closing, returns the focus to
 * `#consent-settings`. A page opened with a token keeps it, although the token was removed from the address (G1).
 */
export function ConsentBanner({
  id,
  strings,
  title,
  text,
  accept,
  refuse,
  policy,
  detail,
}: ConsentBannerProps): ReactNode {
  const { actionBase, facets } = usePage();
  const isAnswered = facets['consent'] === 'refused' || facets['consent'] === 'granted';
  const waits = isAnswered || facets['webView'] === 'yes';
  return (
    <section id={id} className={cx('docked', css.card, waits && css.waiting)} aria-labelledby={`${id}-title`}>
      <div className={css.top}>
        <Text value={title} as="p" className="head" id={`${id}-title`} />
        {waits ? (
          <a href="#consent-settings" className={css.close} aria-label={plainText(strings.close)}>
            <Icon name="close" />
          </a>
        ) : (
          <Icon name="key" className={css.key} />
        )}
      </div>
      {isAnswered && (
        <>
          <Answer id="consent-none" words={strings.declined} />
          <Answer id="consent-all" words={strings.agreed} />
          {detail?.purposes.map((each) =>
            each.purpose === 'necessary' ? null : (
              <Answer key={each.purpose} id={`consent-${each.purpose}`} words={strings.agreedTo} purpose={each.title} />
            ),
          )}
        </>
      )}
      <Text
        value={text}
        as="p"
        className={cx('fine muted', css.text)}
        {...(waits && !isAnswered && { id: 'consent-unknown', tabIndex: -1 })}
      />
      <form
        id={`${id}-form`}
        method="post"
        action={`${actionBase}consent`}
        className={css.choice}
        data-consent=""
        aria-labelledby={`${id}-title`}
      >
        <HiddenValue form={`${id}-form`} name="pageToken" value="token" />
        {waits && <input type="hidden" name="again" value="yes" />}
        <button type="submit" className="btn" name="choice" value="none">
          <Text value={refuse} />
        </button>
        <button type="submit" className="btn" name="choice" value="all">
          <Text value={accept} />
        </button>
        {(detail ?? policy) && (
          <div className={css.more}>
            {detail && <Detail {...detail} />}
            {policy && <Link link={policy} className="fine" />}
          </div>
        )}
      </form>
    </section>
  );
}

/** Nothing is preselected. */
function Detail({ title, save, note, purposes }: NonNullable<ConsentBannerProps['detail']>): ReactNode {
  return (
    <details className={css.detail}>
      <summary className="fine">
        <Text value={title} />
      </summary>
      <ul>
        {purposes.map(({ purpose, title: name, text, names = [] }) => (
          <li key={purpose} className={css.purpose}>
            <label>
              {purpose === 'necessary' ? (
                <input type="checkbox" className="box" defaultChecked disabled />
              ) : (
                <input type="checkbox" className="box" name="purpose" value={purpose} />
              )}
              <span>
                <Text value={name} as="strong" />
                <Text value={text} as="span" className="fine muted" />
              </span>
            </label>
            {names.length > 0 && <p className={cx('fine muted', css.names)}>{names.join(', ')}</p>}
          </li>
        ))}
      </ul>
      <button type="submit" className="btn btn-primary" name="choice" value="some">
        <Text value={save} />
      </button>
      {note && <Text value={note} as="p" className="fine muted" />}
    </details>
  );
}

interface AnswerProps {
  readonly id: string;
  readonly words: LocalizedText;
  /** The only granted purpose; default: both or none. */
  readonly purpose?: LocalizedText;
}

/** The current choice, selected by the address, so that the page can be shared. */
function Answer({ id, words, purpose }: AnswerProps): ReactNode {
  return (
    <p id={id} tabIndex={-1} className={cx('fine', css.answer)}>
      <Text value={words} />
      {purpose && (
        <>
          {' '}
          <Text value={purpose} as="strong" />
        </>
      )}
    </p>
  );
}
