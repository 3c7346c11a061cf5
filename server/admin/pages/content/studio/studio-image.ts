import type { StudioImage } from '#engine/studio/protocol.ts';
import { getName, type LibraryImage } from '../media/library.ts';

/** An image of the library as sent to the studio. */
export const toStudioImage = ({ path, upload: known }: Pick<LibraryImage, 'path' | 'upload'>): StudioImage => ({
  path,
  name: getName({ path, upload: known }),
  metadata: known && { alt: known.alt, isDecorative: known.isDecorative, focus: known.focus },
});
