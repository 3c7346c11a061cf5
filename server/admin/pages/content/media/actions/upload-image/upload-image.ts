import type { FormView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { type ContentTools, MEDIA_PAGE } from '../../../tools.ts';
import {
  buildAltFields,
  buildFileField,
  emptyMetadata,
  imageUpload,
  readImage,
  readMetadata,
} from '../../image-fields.ts';

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

export function buildUploadForm(request: AdminRequest): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: NAME,
    title: t('media.upload'),
    fields: [buildFileField(request, true), ...buildAltFields(request, emptyMetadata)],
    submit: t('media.uploadNow'),
    multipart: true,
  });
}
