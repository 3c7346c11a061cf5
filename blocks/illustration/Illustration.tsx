import type { ReactNode } from 'react';
import { cx, Icon, Picture, type IllustrationProps, Text, usePage } from '#engine/block-kit/index.ts';
import css from './Illustration.module.css';

/** An illustration beside the message of its page. Decorative. */
export function Illustration({ id, side = 'left', children, ...props }: IllustrationProps): ReactNode {
  return (
    <div id={id} className={cx('illustration', css.illustration, side === 'right' && css.right)}>
      <div className={css.stage} aria-hidden="true">
        <Thing {...props} />
      </div>
      <div className={css.words}>{children}</div>
    </div>
  );
}

type ThingProps = Pick<IllustrationProps, 'object' | 'image' | 'inlay' | 'card'>;

function Thing(props: ThingProps): ReactNode {
  switch (props.object) {
    case 'door':
      return <Entrance {...props} />;
    case 'letter':
      return <Letter {...props} />;
    case 'key-card':
      return <KeyCard {...props} />;
    case 'lock':
      return <Lock {...props} />;
    case 'thread':
      return <Thread {...props} />;
  }
}

/** A door ajar: the leaf in perspective in front of the satin, in its frame. */
function Entrance({ image }: ThingProps): ReactNode {
  return (
    <div className={css.door}>
      <Picture image={image} sizes="20rem" priority />
      <svg viewBox="0 0 320 470" focusable="false">
        <path d="M24 470V24h272v446 M8 470V8h304v462" />
        <path className={css.paper} d="M24 24l150 30v392L24 470z" />
        <path className={css.gold} d="M46 62l106 17v150l-106 5z M46 262l106-5v156l-106 13z" />
        <circle cx="162" cy="246" r="4.5" />
      </svg>
    </div>
  );
}

/** A sealed letter: the emblem is in the wax. */
function Letter({ image }: ThingProps): ReactNode {
  return (
    <div className={css.letter}>
      <svg viewBox="0 0 336 226" focusable="false">
        <path className={css.ground} d="M1 1h334v224H1z" />
        <path d="M1 225l124-108M335 225L211 117" />
        <path className={css.ground} d="M1 1l150 108q17 12 34 0L335 1z" />
      </svg>
      <div className={css.seal}>
        <Picture image={image} sizes="6rem" priority />
        <svg className={css.gold} viewBox="0 0 76 76" focusable="false">
          <circle cx="38" cy="38" r="25" />
          <circle cx="38" cy="29" r="16" />
        </svg>
      </div>
    </div>
  );
}

function KeyCard({ image, inlay, card }: ThingProps): ReactNode {
  const { siteName } = usePage();
  return (
    <>
      <Ground image={image} />
      <div className={css.card}>
        {inlay && <Picture image={inlay} sizes="25rem" />}
        <p>
          {card && <Text value={card} as="span" className="head" />}
          <Icon name="ring" />
        </p>
        <p>
          <span className={css.name}>{siteName}</span>
          <Icon name="key" />
        </p>
      </div>
    </>
  );
}

function Lock({ image, inlay }: ThingProps): ReactNode {
  return (
    <>
      <Ground image={image} />
      <div className={css.plate}>
        {inlay && <Picture image={inlay} sizes="9rem" />}
        <svg viewBox="0 0 200 320" focusable="false">
          <path
            className={css.face}
            d="M0 0v320h200V0zM100 96a30 30 0 0 1 17.5 54.4L130 224H70l12.5-73.6A30 30 0 0 1 100 96z"
          />
          <path d="M100 96a30 30 0 0 1 17.5 54.4L130 224H70l12.5-73.6A30 30 0 0 1 100 96z" />
          <path className={css.gold} d="M10 10h180v300H10z" />
          <path
            className={css.screws}
            d="M94 32a6 6 0 1 0 12 0 6 6 0 1 0-12 0z M96 36l8-8 M94 288a6 6 0 1 0 12 0 6 6 0 1 0-12 0z M96 284l8 8"
          />
        </svg>
      </div>
    </>
  );
}

/** A seam that has come undone: its last stitches, the loose thread, the needle that hangs from it. */
function Thread({ image }: ThingProps): ReactNode {
  return (
    <>
      <Ground image={image} />
      <svg className={css.loose} viewBox="0 0 600 600" preserveAspectRatio="xMidYMid slice" focusable="false">
        <g transform="translate(40 62) scale(0.78)">
          <path className={cx(css.thread, css.seam)} d="M-600 404C-300 396 0 392 212 404" />
          <path
            className={css.thread}
            d="M212 404C318 410 384 352 344 292S214 268 226 336 372 432 440 352 404 214 338 222 300 296 418 262 486 214 500 194"
          />
          <path className={css.needle} d="M495 202Q532 152 574 104 542 160 501 207z" />
        </g>
      </svg>
    </>
  );
}

function Ground({ image }: Pick<ThingProps, 'image'>): ReactNode {
  return (
    <div className={css.satin}>
      <Picture image={image} sizes="(min-width: 60rem) 42vw, 100vw" priority />
    </div>
  );
}
