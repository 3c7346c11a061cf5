import type { ReactNode } from 'react';
import { cx, headingTag, Icon, Link, Picture, type RichTextProps, Text, titleLook } from '#engine/block-kit/index.ts';
import css from './RichText.module.css';

/** Title and running text. */
export function RichText({
  id,
  eyebrow,
  title,
  level = 2,
  lead,
  ground,
  image,
  columns = 1,
  sections = [],
  actions = [],
}: RichTextProps): ReactNode {
  const heading = `${id}-title`;
  return (
    <section
      id={id}
      className={cx(
        'section',
        css.block,
        columns > 1 ? css.wide : !title && css.chapters,
        ground === 'surface' && 'surface',
      )}
      aria-labelledby={title && heading}
    >
      <div className={css.column}>
        {eyebrow && <Text value={eyebrow} as="p" className="eyebrow" />}
        {title && <Text value={title} as={headingTag(level)} className={titleLook(level)} id={heading} />}
        {lead && <Text value={lead} as="p" className="lead" />}
        {image && (
          <div className={css.satin}>
            <Picture image={image} sizes="(min-width: 48rem) 42rem, 100vw" priority />
          </div>
        )}
        <Parts columns={columns}>
          {sections.map(({ anchor, title: sectionTitle, paragraphs, points = [] }, index) => (
            <div key={index} className={css.part} id={anchor && `${id}-${anchor}`}>
              {sectionTitle && <Text value={sectionTitle} as={headingTag(level + 1)} className="head" />}
              <div className={css.text}>
                {paragraphs.map((paragraph, position) => (
                  <Text key={position} value={paragraph} as="p" className="text" />
                ))}
                {points.length > 0 && (
                  <ul className={css.points}>
                    {points.map((point, position) => (
                      <Text key={position} value={point} as="li" />
                    ))}
                  </ul>
                )}
              </div>
            </div>
          ))}
        </Parts>
        {actions.length > 0 && (
          <div className="actions">
            {actions.map((link, index) => (
              <Link
                key={link.to.href}
                link={link}
                className={cx('btn', index === 0 && 'btn-primary')}
                icon={index === 0 && <Icon name="arrow" />}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

/** A wrapper only for columns. */
function Parts({ columns, children }: { readonly columns: number; readonly children: ReactNode }): ReactNode {
  if (columns === 1) return children;
  return <div className={cx(css.parts, columns === 3 && css.three)}>{children}</div>;
}
