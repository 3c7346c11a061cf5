import type { SectionView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { Upload } from '#server/site/uploads/uploads.ts';
import { type ContentTools, MEDIA_PAGE } from '../../../tools.ts';
import { buildAltFields, buildFocusFields, readMetadata } from '../../image-fields.ts';
import { reportImageGone } from '../../report-image-gone.ts';

const NAME = 'describe-picture';

/** Saves the alternative texts of an image and its focal point. */
export const describeImage = ({ uploads }: ContentTools): DeclaredAction =>
  defineFormAction(NAME, {
    permission: 'author',
    page: MEDIA_PAGE,
    async run(request, fields) {
      const { typed: metadata, errors } = readMetadata(request, fields);
      if (Object.keys(errors).length > 0) return { errors };
      const path = fields.text('picture');
      const isThere = await uploads.describe({ path, metadata, actor: requireUser(request).id });
      return isThere
        ? { to: MEDIA_PAGE, query: { picture: path, done: 'pictureDescribed' } }
        : reportImageGone(request);
    },
  });

export function buildDescribeForm(request: AdminRequest, upload: Upload): SectionView {
  const { t } = request;
  const form = buildFormView(request, {
    action: NAME,
    title: t('media.describe'),
    text: t('media.describeText'),
    hidden: { picture: upload.path },
    fields: [...buildAltFields(request, upload), ...buildFocusFields(request, upload)],
    submit: t('media.save'),
  });
  return { kind: 'form', form };
}
