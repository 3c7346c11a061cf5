import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { UploadUse } from '#server/site/uploads/uploads.ts';

/** A place where a file uses the image, as text. */
export function describePlace({ words }: Pick<AdminRequest, 'words'>, { at }: UploadUse): string {
  switch (at.kind) {
    case 'live':
      return words('media.inLive');
    case 'draft':
      return words('content.inDraft', { draft: at.name });
    case 'scheduled':
      return words('media.inScheduled', { revision: words.number(at.revision) });
  }
}
