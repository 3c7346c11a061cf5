import type { ReactNode } from 'react';
import { Actions, cx, Section as Frame, type SectionProps, Slot } from '#engine/block-kit/index.ts';
import css from './Section.module.css';

/** A section whose content is other blocks. */
export function Section({ width, actions, slots, strings: _strings, ...words }: SectionProps): ReactNode {
  return (
    <Frame {...words} className={cx(width === 'text' ? css.narrow : slots.aside !== undefined && css.beside)}>
      <Slot className={css.main}>{slots.main}</Slot>
      <Actions links={actions} />
      <Slot className={css.aside}>{slots.aside}</Slot>
      <Slot className={css.below}>{slots.below}</Slot>
    </Frame>
  );
}
