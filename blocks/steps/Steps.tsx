import type { ReactNode } from 'react';
import { cx, headingTag, Icon, ListSection, type StepsProps, Text, titleId } from '#engine/block-kit/index.ts';
import css from './Steps.module.css';

/** Steps along a line: side by side if there is space; on phones a carousel or, as a list, down the line. */
export function Steps({ id, eyebrow, title, text, level, ground, narrow, steps }: StepsProps): ReactNode {
  const Heading = headingTag(level + 1);
  const isList = narrow === 'list';
  return (
    <ListSection {...{ id, eyebrow, title, text }} level={level} ground={ground} head={css.head}>
      <ol className={cx(css.steps, isList && css.list)} tabIndex={isList ? undefined : 0} aria-labelledby={titleId(id)}>
        {steps.map((step, index) => (
          <li key={index} className={css.step}>
            <Icon name={step.icon} className="icon-l" />
            <Heading className={cx('head', css.name)}>
              <span className={css.number} aria-hidden="true">
                {index + 1}.
              </span>
              {'\u00A0'}
              <Text value={step.title} />
            </Heading>
            <Text value={step.text} as="p" className="muted" />
          </li>
        ))}
      </ol>
    </ListSection>
  );
}
