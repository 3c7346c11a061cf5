import type { UploadResponse } from '#engine/studio/protocol.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { requireUser } from '#server/admin/admin-page.ts';
import { emptyMetadata, imageUpload, readImage } from '../../../media/image-fields.ts';
import { CONTENT_PAGE, type ContentTools } from '../../../tools.ts';
import { answerStudio } from '../../answer-studio.ts';
import { toStudioImage } from '../../studio-image.ts';

const NAME = 'studio-upload';

/** Adds an image to the library; its alternative text is written in the block or in the library. */
export function studioUpload(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    upload: imageUpload,
    repeatable: true,
    async run(request, fields) {
      const read = await readImage(request, tools, fields);
      if ('errors' in read)
        return answerStudio<UploadResponse>({ code: 'REFUSED', message: Object.values(read.errors).join(' ') });
      const { path } = await tools.uploads.add({ ...read, metadata: emptyMetadata, actor: requireUser(request).id });
      const image = toStudioImage({ path, upload: await tools.uploads.read(path) });
      return answerStudio<UploadResponse>({ code: 'UPLOADED', image });
    },
  });
}
