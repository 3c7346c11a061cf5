import type { FormView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import { type ContentTools, MEDIA_PAGE } from '../../../tools.ts';
import { altFields, fileField, emptyMetadata, imageUpload, readImage, readMetadata } from '../../image-fields.ts';

const NAME = 'upload-picture';

/** Adds an image to the library. */
export const uploadImage = (tools: ContentTools): DeclaredAction =>
  defineFormAction(NAME, {
    permission: 'author',
    page: MEDIA_PAGE,
    upload: imageUpload,
    async run(request, fields) {
      const { typed, errors } = readMetadata(request, fields);
      const read = await readImage(request, tools, fields);
      if ('errors' in read) return { errors: { ...errors, ...read.errors } };
      if (Object.keys(errors).length > 0) return { errors };
      const { path, isNew } = await tools.uploads.add({ ...read, metadata: typed, actor: requireUser(request).id });
      return { to: MEDIA_PAGE, query: { picture: path, done: isNew ? 'pictureUploaded' : 'pictureKnown' } };
    },
  });

export function uploadForm(request: AdminRequest): FormView {
  const { t } = request;
  return formView(request, {
    action: NAME,
    title: t('media.upload'),
    fields: [fileField(request, true), ...altFields(request, emptyMetadata)],
    submit: t('media.uploadNow'),
    multipart: true,
  });
}
