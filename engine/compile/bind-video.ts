import { UserError } from '#engine/shared/errors.ts';
import type { BoundVideo } from '#engine/block-kit/types.ts';
import type { VideoFile } from '#schemas/generated/documents.ts';
import type { AssetManifest } from './types.ts';

/**
 * A video with its captions, those of the page first.
 *
 * @throws UserError if a file was not built
 */
export function toBoundVideo(
  { src, captions }: VideoFile,
  locale: string,
  { videos = {} }: Pick<AssetManifest, 'videos'>,
  basePath: string,
): BoundVideo {
  const address = (file: string): string => {
    const path = videos[file];
    if (path === undefined) throw new UserError(`The file ${file} is not part of this build. Run the build again.`);
    return basePath + path;
  };
  return {
    src: address(src),
    type: src.endsWith('.webm') ? 'video/webm' : 'video/mp4',
    captions: Object.entries(captions ?? {})
      .toSorted(([one], [other]) => Number(other === locale) - Number(one === locale))
      .map(([lang, file]) => ({
        lang,
        label: new Intl.DisplayNames(lang, { type: 'language' }).of(lang) ?? lang,
        src: address(file),
      })),
  };
}
