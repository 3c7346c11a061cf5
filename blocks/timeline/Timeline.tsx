import type { ReactNode } from 'react';
import { cx, innerHeading, Section, Text, type TimelineProps } from '#engine/block-kit/index.ts';
import css from './Timeline.module.css';

/** An ordered list along a line, which is horizontal in a row. */
export function Timeline({ look, entries, strings: _strings, ...section }: TimelineProps): ReactNode {
  const { title, level } = section;
  const Heading = innerHeading(title, level);
  return (
    <Section {...section} className={look === 'list' ? css.timeline : undefined}>
      <ol className={cx(css.entries, css[look])}>
        {entries.map((entry, index) => (
          <li key={index} className={css.entry}>
            <p className={css.time}>
              {entry.at === undefined ? (
                <Text value={entry.time} />
              ) : (
                <time dateTime={entry.at}>
                  <Text value={entry.time} />
                </time>
              )}
            </p>
            <Text value={entry.title} as={Heading} className="head" />
            {entry.text && <Text value={entry.text} as="p" className="text muted" />}
          </li>
        ))}
      </ol>
    </Section>
  );
}
