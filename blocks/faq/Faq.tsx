import type { ReactNode } from 'react';
import { cx, type FaqProps, headingTag, Icon, Text, titleLook } from '#engine/block-kit/index.ts';
import css from './Faq.module.css';

/** Questions that unfold, one at a time, without a script. */
export function Faq({ id, eyebrow, title, text, level, ground, open = true, items }: FaqProps): ReactNode {
  const heading = `${id}-title`;
  return (
    <section id={id} className={cx('section g', ground === 'surface' && 'surface')} aria-labelledby={heading}>
      <header className={css.head}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        <Text value={title} as={headingTag(level)} className={titleLook(level)} id={heading} />
        {text && <Text value={text} as="p" className="lead muted" />}
      </header>
      <div className={css.list}>
        {items.map(({ question, answer }, index) => (
          <details key={index} name={`${id}-answers`} open={open && index === 0}>
            <summary>
              <Text value={question} as={headingTag(level + 1)} className="head" />
              <Icon name="plus" />
            </summary>
            <Text value={answer} as="p" className="text muted" />
          </details>
        ))}
      </div>
    </section>
  );
}
