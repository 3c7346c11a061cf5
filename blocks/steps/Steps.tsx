import type { ReactNode } from 'react';
import { cx, headingTag, Icon, ListSection, type StepsProps, Text, titleId } from '#engine/block-kit/index.ts';
import css from './Steps.module.css';

/** Steps along a line: side by side if there is space, a carousel on phones. */
export function Steps({ id, eyebrow, title, text, level, ground, steps }: StepsProps): ReactNode {
  const Heading = headingTag(level + 1);
  return (
    <ListSection {...{ id, eyebrow, title, text }} level={level} ground={ground} head={css.head}>
      <ol className={css.steps} tabIndex={0} aria-labelledby={titleId(id)}>
        {steps.map((step, index) => (
          <li key={index} className={css.step}>
            <Icon name={step.icon} className="icon-l" />
            <Heading className={cx('head', css.name)}>
              <span className={css.number} aria-hidden="true">
                {index + 1}.
              </span>{' '}
              <Text value={step.title} />
            </Heading>
            <Text value={step.text} as="p" className="muted" />
          </li>
        ))}
      </ol>
    </ListSection>
  );
}
