import type { ReactNode } from 'react';
import { Section, Slot, type TabsProps, Text } from '#engine/block-kit/index.ts';
import css from './Tabs.module.css';

const SLOTS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'] as const;

/** Exclusive parts as native `details`, operable without JavaScript and by keyboard. */
export function Tabs({ tabs, slots, strings: _strings, ...section }: TabsProps): ReactNode {
  const { id } = section;
  return (
    <Section {...section}>
      <div className={css.tabs}>
        {tabs.map(({ title, text }, index) => (
          <details key={index} name={`${id}-parts`} open={index === 0}>
            <summary>
              <Text value={title} as="span" />
            </summary>
            <div className={css.part}>
              {text && <Text value={text} as="p" className="lead" />}
              <Slot>{slots[SLOTS[index] ?? 'sixth']}</Slot>
            </div>
          </details>
        ))}
      </div>
      {SLOTS.slice(tabs.length).map((slot) => (
        <Slot key={slot} className={css.rest}>
          {slots[slot]}
        </Slot>
      ))}
    </Section>
  );
}
