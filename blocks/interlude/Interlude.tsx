import type { ReactNode } from 'react';
import { type InterludeProps, Picture, Text } from '#engine/block-kit/index.ts';
import css from './Interlude.module.css';

/** A statement between two sections, next to an image with a decorative thread. */
export function Interlude({ id, eyebrow, title, text, image }: InterludeProps): ReactNode {
  const heading = `${id}-title`;
  return (
    <section id={id} className={`g ${css.interlude}`} aria-labelledby={heading}>
      <div className={css.satin}>
        <Picture image={image} sizes="(min-width: 68rem) 50vw, 100vw" />
      </div>
      <svg
        className={css.thread}
        viewBox="0 0 1440 900"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M-10 640C150 430 330 270 520 300S720 410 850 330 1060 110 1165 170 1185 360 1085 340 1030 180 1236 152" />
        <path className={css.needle} d="M1226 158Q1290 116 1366 84 1300 130 1232 163z" />
      </svg>
      <div className={css.words}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as="h2" className="title" id={heading} />
        {text && <Text value={text} as="p" className="text muted" />}
      </div>
    </section>
  );
}
