import type { SectionView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { type ContentTools, MEDIA_PAGE } from '../../../tools.ts';
import type { LibraryImage } from '../../library.ts';
import { describePlace } from '../../describe-place.ts';

const NAME = 'remove-picture';

/** Removes an unused image from the library. */
export const removeImage = ({ uploads }: ContentTools): DeclaredAction =>
  defineFormAction(NAME, {
    permission: 'author',
    page: MEDIA_PAGE,
    async run(request, fields) {
      const { t } = request;
      const removed = await uploads.remove({ path: fields.text('picture'), actor: requireUser(request).id });
      if (removed.code !== 'USED') return { to: MEDIA_PAGE, query: { picture: '', done: 'pictureRemoved' } };
      const uses = removed.uses.map((use) => `${use.file} (${describePlace(request, use)})`).join(', ');
      return { errors: {}, message: t('media.stillUsed', { uses }) };
    },
  });

export function buildRemoveForm(request: AdminRequest, { path, uses }: LibraryImage): SectionView {
  const { t } = request;
  if (uses.length > 0)
    return { kind: 'note', mark: 'off', title: t('media.removeUsed'), text: t('media.removeUsedText') };
  const form = buildFormView(request, {
    action: NAME,
    title: t('media.remove'),
    text: t('media.removeText'),
    hidden: { picture: path },
    submit: t('media.remove'),
    danger: true,
  });
  return { kind: 'form', form };
}
