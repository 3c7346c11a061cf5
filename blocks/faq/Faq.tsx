import type { ReactNode } from 'react';
import { type FaqProps, headingTag, Icon, Link, ListSection, Text } from '#engine/block-kit/index.ts';
import css from './Faq.module.css';

/** Questions that expand one at a time, without JavaScript. */
export function Faq({ id, eyebrow, title, text, level, ground, open = true, contact, items }: FaqProps): ReactNode {
  return (
    <ListSection {...{ id, eyebrow, title, text }} level={level} ground={ground} head={css.head}>
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
      {contact && (
        <div className={css.contact}>
          <Text value={contact.text} as="p" className="text muted" />
          <Link link={contact.link} className="btn" />
        </div>
      )}
    </ListSection>
  );
}
