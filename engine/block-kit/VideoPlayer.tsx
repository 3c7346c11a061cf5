import type { ReactNode } from 'react';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import type { BoundImage, BoundVideo, LocalizedText } from './types.ts';

interface VideoPlayerProps {
  readonly file: BoundVideo;
  /** What the video shows, for assistive technology. */
  readonly name: LocalizedText;
  readonly poster: BoundImage;
  readonly className?: string | undefined;
}

/** Pixels. The attribute takes one file. */
const POSTER_WIDTH = 960;

/** The smallest WebP file of this width, which every browser shows. */
function choosePoster({ sources, src }: BoundImage): string {
  const files =
    sources.find(({ type, media }) => type === 'image/webp' && media === undefined)?.srcSet.split(', ') ?? [];
  const sized = files
    .map((file) => file.split(' '))
    .map(([path = src, width = '']) => ({ path, width: parseInt(width) }));
  return (sized.find(({ width }) => width >= POSTER_WIDTH) ?? sized.at(-1))?.path ?? src;
}

/** A video of the site, which the browser plays; nothing of it is loaded before. */
export function VideoPlayer({ file, name, poster, className }: VideoPlayerProps): ReactNode {
  const [first, ...others] = file.captions;
  const shared = {
    className,
    controls: true,
    preload: 'none',
    playsInline: true,
    poster: choosePoster(poster),
    'aria-label': toPlainText(name),
  } as const;
  const source = <source src={file.src} type={file.type} />;
  return first === undefined ? (
    <video {...shared} muted>
      {source}
    </video>
  ) : (
    <video {...shared}>
      {source}
      <track kind="captions" srcLang={first.lang} label={first.label} src={first.src} />
      {others.map(({ lang, label, src }) => (
        <track key={lang} kind="captions" srcLang={lang} label={label} src={src} />
      ))}
    </video>
  );
}
