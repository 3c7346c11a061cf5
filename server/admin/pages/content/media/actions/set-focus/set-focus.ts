import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { SectionView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { ImageSize } from '#server/site/publications/ports.ts';
import { uploadLimits } from '#engine/shared/upload-limits.ts';
import { type ContentTools, MEDIA_PAGE } from '../../../tools.ts';
import { type LibraryImage, readSizes } from '../../library.ts';
import { buildThumbnailHref } from '../../media-list.ts';
import { reportImageGone } from '../../report-image-gone.ts';

const NAME = 'set-focus';

/** Saves the focal point. A click submits pixels of the thumbnail; the keyboard submits 0,0, which is ignored. */
export const setFocus = ({ uploads, images }: ContentTools): DeclaredAction =>
  defineFormAction(NAME, {
    permission: 'author',
    page: MEDIA_PAGE,
    async run(request, fields) {
      const known = await uploads.read(fields.text('picture'));
      if (known === null) return reportImageGone(request);
      const { path } = known;
      const [x = 0, y = 0] = ['focus.x', 'focus.y'].map((name) => parseWholeNumber(fields.text(name)) || 0);
      if (!(x > 0 || y > 0)) return { to: MEDIA_PAGE, query: { picture: path, done: 'nothingChanged' } };
      const { width, height } = shownSize((await readSizes(images, [{ path, upload: known }])).get(path));
      const percent = (at: number, of: number): number => Math.min(100, Math.max(0, Math.round((at / of) * 100)));
      const metadata = { ...known, focus: { x: percent(x, width), y: percent(y, height) } };
      await uploads.describe({ path, metadata, actor: requireUser(request).id });
      return { to: MEDIA_PAGE, query: { picture: path, done: 'pictureDescribed' } };
    },
  });

/** The image; for an upload, a click sets the focal point. */
export function buildImageSection(
  request: AdminRequest,
  { path, upload }: LibraryImage,
  size: ImageSize | undefined,
): SectionView {
  const src = buildThumbnailHref(request, path);
  const shown = shownSize(size);
  if (upload === null) return { kind: 'picture', image: { src, alt: '', ...shown } };
  const { focus } = upload;
  const field = {
    name: 'focus',
    label: request.t('media.focusClick', { x: request.t.number(focus.x), y: request.t.number(focus.y) }),
    type: 'image' as const,
    image: { src, ...shown, focus },
  };
  const form = buildFormView(request, { action: NAME, hidden: { picture: path }, fields: [field], submit: '' });
  return { kind: 'form', form };
}

/** Size of the thumbnail in pixels. */
function shownSize(size: ImageSize | undefined): { readonly width: number; readonly height: number } {
  const { width, height } = size ?? { width: uploadLimits.thumbnail, height: uploadLimits.thumbnail };
  const scale = Math.min(1, uploadLimits.thumbnail / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
