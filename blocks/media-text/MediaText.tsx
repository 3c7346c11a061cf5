import type { ReactNode } from 'react';
import {
  Actions,
  cx,
  innerHeading,
  type MediaTextProps,
  Picture,
  Section,
  Text,
  VideoPlayer,
} from '#engine/block-kit/index.ts';
import css from './MediaText.module.css';

/** Rows of an image or video and text. The image comes first in source order. */
export function MediaText({ side, format, rows, strings: _strings, ...section }: MediaTextProps): ReactNode {
  const { title, level } = section;
  const Heading = innerHeading(title, level);
  return (
    <Section {...section}>
      <div className={css.rows}>
        {rows.map((row, index) => (
          <div key={index} className={cx(css.row, (side === 'right') === (index % 2 === 0) && css.turned)}>
            <figure>
              <div className={cx(css.frame, css[format], row.fit === 'contain' && css.whole)}>
                {row.video ? (
                  <VideoPlayer {...row.video} poster={row.image} />
                ) : (
                  <Picture image={row.image} sizes="(min-width: 60rem) 48vw, 100vw" />
                )}
              </div>
              {row.caption && <Text value={row.caption} as="figcaption" className="fine muted" />}
            </figure>
            <div className={css.words}>
              {row.eyebrow && <Text value={row.eyebrow} as="p" className="eyebrow" />}
              <Text value={row.title} as={Heading} className={Heading < 'h3' ? 'title' : 'head'} />
              <Text value={row.text} as="p" className="text" />
              {row.points && (
                <ul className={css.points}>
                  {row.points.map((point, position) => (
                    <Text key={position} value={point} as="li" />
                  ))}
                </ul>
              )}
              <Actions links={row.actions} />
            </div>
          </div>
        ))}
      </div>
    </Section>
  );
}
