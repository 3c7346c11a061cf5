import type { ReactNode } from 'react';
import {
  type CountdownBannerProps,
  cx,
  formatDate,
  Icon,
  Link,
  plainText,
  Text,
  usePage,
  wallTimeToEpoch,
} from '#engine/block-kit/index.ts';
import css from './CountdownBanner.module.css';

const units = ['days', 'hours', 'minutes', 'seconds'] as const;
const forms = ['one', 'few', 'many', 'other'] as const;

const tones = { plain: undefined, ink: cx('ink', css.filled), accent: cx('ink', css.filled, css.accent) } as const;

/** The date, and with JavaScript a countdown (S12). */
export function CountdownBanner({ id, strings, text, until, look, tone, action }: CountdownBannerProps): ReactNode {
  const { locale } = usePage();
  const end = wallTimeToEpoch(until.at, until.zone);
  const date = formatDate(locale, end, { dateStyle: 'long', timeStyle: 'short', timeZone: until.zone });
  const words = units.map((unit) =>
    Object.fromEntries(forms.map((form) => [form, plainText(strings[`${unit}_${form}`])])),
  );
  return (
    <div id={id} className={cx(look === 'band' && cx('g', css.band, tone && tones[tone]))}>
      <div className={css.inner}>
        <p className={css.text}>
          <Text value={text} as="span" />{' '}
          <time className="muted" dateTime={new Date(end).toISOString()}>
            {date}
          </time>
        </p>
        <vitrine-countdown
          class={css.figures}
          role="timer"
          aria-live="off"
          data-until={end}
          data-words={JSON.stringify(words)}
        >
          {units.map((unit, index) => (
            <span key={unit} className={css.unit}>
              <b className={css.figure}>00</b>
              <span
                className={cx('fine muted', css.word)}
                data-longest={findLongest(Object.values(words[index] ?? {}))}
              >
                {plainText(strings[`${unit}_other`])}
              </span>
            </span>
          ))}
        </vitrine-countdown>
        {action && <Link link={action} className="btn" icon={<Icon name="arrow" />} />}
      </div>
    </div>
  );
}

function findLongest(words: readonly string[]): string {
  return words.reduce((widest, word) => (word.length > widest.length ? word : widest), '');
}
