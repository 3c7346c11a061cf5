import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { UploadUse } from '#server/site/uploads/uploads.ts';

/** A place where a file uses the image, as text. */
export function describePlace({ t }: Pick<AdminRequest, 't'>, { at }: UploadUse): string {
  switch (at.kind) {
    case 'live':
      return t('media.inLive');
    case 'draft':
      return t('content.inDraft', { draft: at.name });
    case 'scheduled':
      return t('media.inScheduled', { revision: t.number(at.revision) });
  }
}
