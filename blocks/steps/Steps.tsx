import type { ReactNode } from 'react';
import { cx, headingTag, Icon, type StepsProps, Text, titleLook } from '#engine/block-kit/index.ts';
import css from './Steps.module.css';

/** Steps along a line: side by side where there is room, a row to swipe through on phones. */
export function Steps({ id, eyebrow, title, text, level, ground, steps }: StepsProps): ReactNode {
  const heading = `${id}-title`;
  const Heading = headingTag(level + 1);
  return (
    <section id={id} className={cx('section g', ground === 'surface' && 'surface')} aria-labelledby={heading}>
      <header className={css.head}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as={headingTag(level)} className={titleLook(level)} id={heading} />
        {text && <Text value={text} as="p" className="lead muted" />}
      </header>
      <ol className={css.steps} tabIndex={0} aria-labelledby={heading}>
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
    </section>
  );
}
