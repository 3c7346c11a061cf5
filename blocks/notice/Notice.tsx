import type { ReactNode } from 'react';
import { cx, Hole, Icon, Link, type NoticeProps, Text } from '#engine/block-kit/index.ts';
import css from './Notice.module.css';

/** A message with actions. */
export function Notice({
  id,
  strings,
  eyebrow,
  icon,
  title,
  text,
  showPath,
  showStatus,
  facts = [],
  actions = [],
  note,
}: NoticeProps): ReactNode {
  const heading = `${id}-title`;
  return (
    <section id={id} className={css.notice} aria-labelledby={heading}>
      {icon && <Icon name={icon} className="icon-l" />}
      {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
      <Text value={title} as="h1" className="display" id={heading} />
      <Text value={text} as="p" className={cx('lead', css.text)} />
      {showPath && (
        <p className={cx('small muted', css.path)}>
          <Text value={strings.path} />{' '}
          <code>
            <Hole name="path" />
          </code>
        </p>
      )}
      {showStatus && (
        <p className={cx('small muted', css.status)} lang="en">
          <code>
            <Hole name="status" /> · <Hole name="statusMessage" />
          </code>
        </p>
      )}
      {facts.length > 0 && (
        <ul className={css.facts}>
          {facts.map((fact, index) => (
            <li key={index}>
              <Icon name={fact.icon} />
              <Text value={fact.text} as="span" />
            </li>
          ))}
        </ul>
      )}
      {actions.length > 0 && (
        <div className="actions">
          {actions.map((link, index) => (
            <Link
              key={index}
              link={link}
              className={cx('btn', index === 0 && 'btn-primary')}
              icon={index === 0 && <Icon name="arrow" />}
            />
          ))}
        </div>
      )}
      {note && <Text value={note} as="p" className={cx('small muted', css.note)} />}
    </section>
  );
}
