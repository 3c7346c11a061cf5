import type { ReactNode } from 'react';
import { Anchor, cx, type LogosProps, Picture, Section, Text } from '#engine/block-kit/index.ts';
import css from './Logos.module.css';

/** A list of names. The moving row contains the list twice; the copy is hidden from assistive technology. */
export function Logos({ look, logos, strings, ...section }: LogosProps): ReactNode {
  const list = (tabIndex?: -1): ReactNode =>
    logos.map((logo, index) => (
      <li key={index}>
        {logo.to ? (
          <Anchor to={logo.to} tabIndex={tabIndex}>
            {renderName(logo)}
          </Anchor>
        ) : (
          renderName(logo)
        )}
      </li>
    ));
  if (look === 'row') {
    return (
      <Section {...section} className={section.title ? undefined : css.slim}>
        <ul className={css.logos}>{list()}</ul>
      </Section>
    );
  }
  return (
    <Section {...section} className={section.title ? undefined : css.slim}>
      <div className={css.marquee}>
        <div className={css.moving}>
          <ul className={css.logos}>{list()}</ul>
          <ul className={css.logos} aria-hidden="true">
            {list(-1)}
          </ul>
        </div>
        <label className={cx('small', css.pause)}>
          <input type="checkbox" className="box" />
          <Text value={strings.pause} />
        </label>
      </div>
    </Section>
  );
}

/** Paths of 24 by 24 units. */
const MARKS = {
  arcs: 'M2 2a20 20 0 0 1 20 20h-6A14 14 0 0 0 2 8zM2 12a10 10 0 0 1 10 10H2z',
  bars: 'M2 13h5v9H2zM9.5 8h5v14h-5zM17 2h5v20h-5z',
  circle: 'M12 2a10 10 0 0 0 0 20zM14 2.2a10 10 0 0 1 0 19.6z',
  dots: 'M2 7a5 5 0 1 1 10 0v5H7a5 5 0 0 1-5-5zM22 17a5 5 0 1 1-10 0v-5h5a5 5 0 0 1 5 5zM14 2h8v8h-8zM2 14h8v8H2z',
  peak: 'M12 2 23 22h-7l-4-8-4 8H1z',
  ring: 'M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm3 6a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11z',
} as const;

function renderName({ name, image, letter, mark }: LogosProps['logos'][number]): ReactNode {
  if (!image) {
    return (
      <span className={cx(css.name, css[letter])}>
        {mark && (
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={MARKS[mark]} fillRule="evenodd" />
          </svg>
        )}
        {name}
      </span>
    );
  }
  return (
    <>
      <Picture image={image} sizes="10rem" className={css.picture} />
      <span className="vh">{name}</span>
    </>
  );
}
