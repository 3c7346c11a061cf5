import type { ReactNode } from 'react';
import { type ColumnsProps, cx, Section, Slot } from '#engine/block-kit/index.ts';
import css from './Columns.module.css';

const WIDTHS = { '1:1': css.equal, '2:1': css.wideFirst, '1:2': css.wideLast } as const;

/** Columns of other blocks. Reading order is source order at all widths. */
export function Columns({ ratio, align, slots, strings: _strings, ...section }: ColumnsProps): ReactNode {
  const widths = slots.middle === undefined ? WIDTHS[ratio] : css.three;
  return (
    <Section {...section}>
      <div className={cx(css.columns, widths, align === 'center' && css.centred)}>
        <Slot>{slots.left}</Slot>
        <Slot>{slots.middle}</Slot>
        <Slot>{slots.right}</Slot>
      </div>
    </Section>
  );
}
