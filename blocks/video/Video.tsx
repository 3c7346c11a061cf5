import type { ReactNode } from 'react';
import { cx, Icon, Picture, plainText, Section, Text, type VideoProps } from '#engine/block-kit/index.ts';
import css from './Video.module.css';

/** Address of a video's own page, and of the frame that plays it; its origin is in `frames` of the schema. */
const addresses = {
  youtube: {
    page: (video: string) => `https://www.youtube.com/watch?v=${video}`,
    frame: (video: string) => `https://www.youtube-nocookie.com/embed/${video}?autoplay=1`,
  },
  vimeo: {
    page: (video: string) => `https://vimeo.com/${video}`,
    frame: (video: string) => `https://player.vimeo.com/video/${video}?autoplay=1&dnt=1`,
  },
} as const;

/** An image that leads to a video; pressed with a script, the video plays in its place. Nothing is loaded from its host before. */
export function Video({ provider, video, name, poster, format, caption, strings, ...section }: VideoProps): ReactNode {
  const { page, frame } = addresses[provider];
  return (
    <Section {...section}>
      <figure className={css.figure}>
        <vitrine-video class={cx(css.screen, css[format])}>
          <a className={css.open} href={page(video)} data-frame={frame(video)} data-name={plainText(name)}>
            <Picture image={poster} sizes="(min-width: 75rem) 72rem, 100vw" />
            <span className={cx('ink ground', css.play)}>
              <Icon name="play" />
              <Text value={strings.play} as="span" />
              <Text value={name} as="span" className="vh" />
            </span>
          </a>
        </vitrine-video>
        <figcaption className="fine muted">
          {caption && <Text value={caption} as="p" />}
          <Text value={strings[provider]} as="p" />
        </figcaption>
      </figure>
    </Section>
  );
}
