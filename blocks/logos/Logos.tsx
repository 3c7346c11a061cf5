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

function renderName({ name, image, letter }: LogosProps['logos'][number]): ReactNode {
  if (!image) return <span className={cx(css.name, css[letter])}>{name}</span>;
  return (
    <>
      <Picture image={image} sizes="10rem" className={css.picture} />
      <span className="vh">{name}</span>
    </>
  );
}
