import type { ReactNode } from 'react';
import {
  cx,
  formatSizesBeside,
  type HeroProps,
  Icon,
  Link,
  Picture,
  Slot,
  Text,
  useGreeting,
  useGround,
} from '#engine/block-kit/index.ts';
import css from './Hero.module.css';

const sizes = {
  split: '(min-width: 68rem) 42vw, 100vw',
  short: '100vw',
  ink: '100vw',
  above: '100vw',
  door: '(min-width: 68rem) 52vw, 100vw',
} as const;

/** Headline and actions. Inner blocks are direct children of the grid, because the card spans both sides. */
export function Hero({
  id,
  variant = 'split',
  eyebrow,
  title,
  greeting,
  text,
  action,
  more,
  note,
  image,
  imageSide,
  slots,
  children,
}: HeroProps): ReactNode {
  const heading = `${id}-title`;
  const isGreeted = useGreeting();
  // Without blocks in it, its styles are those of a section.
  const isAlone = variant === 'above' && !children;
  const alone = useGround('ink', isAlone);
  const words = isGreeted && greeting ? greeting : title;
  const promise = (
    <>
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={words} as="h1" className="display" id={heading} />
    </>
  );
  const lead = text && <Text value={text} as="p" className="lead" />;
  const actions = (action ?? more ?? note) && (
    <div className={cx('actions', css.actions)}>
      {action && <Link link={action} className="btn btn-primary" icon={<Icon name="arrow" />} />}
      {more && <Link link={more} className="btn" />}
      {note && <Text value={note} as="p" className="small muted" />}
    </div>
  );
  const satin = (
    <div className={css.satin}>
      <Picture
        image={image}
        sizes={
          variant === 'side' ? formatSizesBeside(image, '68rem', 'clamp(36rem, 100vh - 7rem, 54rem)') : sizes[variant]
        }
        priority
      />
    </div>
  );

  if (variant === 'door') {
    return (
      <section id={id} className={cx('g doorway', css.door)} aria-labelledby={heading}>
        <div className={css.hello}>
          {promise}
          {lead}
          {actions}
          {children}
        </div>
        {satin}
        <Leaf />
      </section>
    );
  }
  if (variant === 'split') {
    return (
      <section id={id} className={cx('g satin-right', css.split)} aria-labelledby={heading}>
        {satin}
        <svg className={css.ring} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
          <circle cx="24" cy="24" r="21" />
          <circle cx="24" cy="16.5" r="13.5" />
        </svg>
        <div className={css.promise}>{promise}</div>
        <div className={css.words}>
          <div className={css.lead}>{lead}</div>
          <div className={css.way}>{actions}</div>
        </div>
        {children}
      </section>
    );
  }
  if (variant === 'above') {
    return (
      <section
        id={id}
        className={cx('g satin-around', css.above, isAlone && cx('hero-alone', alone))}
        aria-labelledby={heading}
      >
        {satin}
        <div className={cx('ink', css.onSatin)}>
          {promise}
          {lead}
          {actions}
        </div>
        {children}
      </section>
    );
  }
  return (
    <section
      id={id}
      className={cx(
        'g',
        css[variant],
        variant === 'ink' && 'ink',
        variant === 'side' && 'picture-beside',
        variant === 'side' && imageSide === 'left' && css.imageFirst,
      )}
      aria-labelledby={heading}
    >
      {satin}
      <div className={css.sheet}>
        {promise}
        {lead}
        {actions}
        {children}
      </div>
      {variant === 'side' && <Slot>{slots.card}</Slot>}
    </section>
  );
}

/** Illustration: a door opening inwards, in perspective. */
function Leaf(): ReactNode {
  return (
    <svg className={css.leaf} viewBox="0 0 88 820" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path className={css.face} d="M0 0 88 74V760L0 820z" />
      <path d="M16 52l56 44v288l-56 12z M16 440l56-10v298l-56 34z" />
      <circle cx="80" cy="414" r="4" />
    </svg>
  );
}
