import type { ReactNode } from 'react';
import { cx, Icon, Picture, plainText, Section, Text, VideoPlayer, type VideoProps } from '#engine/block-kit/index.ts';
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

/**
 * A video of the site, which the browser plays, or an image that leads to one of a provider; pressed with a script, it plays in its place.
 * Nothing is loaded from its host before.
 */
export function Video({
  file,
  provider,
  video,
  name,
  poster,
  format,
  caption,
  strings,
  ...section
}: VideoProps): ReactNode {
  return (
    <Section {...section}>
      <figure className={css.figure}>
        {file ? (
          <VideoPlayer {...{ file, name, poster }} className={cx(css.screen, css[format])} />
        ) : (
          provider && video && <Embed {...{ provider, video, name, poster, format, strings }} />
        )}
        {(caption || provider) && (
          <figcaption className="fine muted">
            {caption && <Text value={caption} as="p" />}
            {provider && <Text value={strings[provider]} as="p" />}
          </figcaption>
        )}
      </figure>
    </Section>
  );
}

type EmbedProps = Required<Pick<VideoProps, 'provider' | 'video'>> &
  Pick<VideoProps, 'name' | 'poster' | 'format' | 'strings'>;

function Embed({ provider, video, name, poster, format, strings }: EmbedProps): ReactNode {
  const { page, frame } = addresses[provider];
  return (
    <vitrine-video class={cx(css.screen, css[format])}>
      <a className={css.open} href={page(video)} rel="noopener" data-frame={frame(video)} data-name={plainText(name)}>
        <Picture image={poster} sizes="(min-width: 75rem) 72rem, 100vw" />
        <span className={cx('ink ground', css.play)}>
          <Icon name="play" />
          <Text value={strings.play} as="span" />
          <Text value={name} as="span" className="vh" />
        </span>
      </a>
    </vitrine-video>
  );
}
