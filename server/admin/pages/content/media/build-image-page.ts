import type { DataView, SectionView } from '#engine/shared/data-view.ts';
import { identify } from '#engine/documents/written.ts';
import type { ImageSize } from '#server/site/publications/ports.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { UploadUse } from '#server/site/uploads/uploads.ts';
import { readNames } from '../people.ts';
import { CONTENT_PAGE, type ContentTools, HISTORY_PAGE, MEDIA_PAGE } from '../tools.ts';
import { buildDescribeForm } from './actions/describe-image/describe-image.ts';
import { buildRemoveForm } from './actions/remove-image/remove-image.ts';
import { buildReplaceImageForm } from './actions/replace-image/replace-image.ts';
import { buildImageSection } from './actions/set-focus/set-focus.ts';
import { describePlace } from './describe-place.ts';
import { type LibraryImage, getName, readLibrary, readSizes } from './library.ts';
import { describeSize } from './media-list.ts';

/** One image: its properties, texts and uses. */
export async function buildImagePage(request: AdminRequest, tools: ContentTools, path: string): Promise<DataView> {
  const { t, href, shown } = request;
  const up = { label: t('media.all'), href: href(MEDIA_PAGE) };
  const image = (await readLibrary(tools)).find((each) => each.path === path);
  if (image === undefined)
    return {
      sections: [
        { kind: 'record', title: path, up },
        { kind: 'note', mark: 'stop', title: t('media.gone') },
      ],
    };
  const size = (await readSizes(tools.images, [image])).get(path);
  const sections: readonly SectionView[] = [
    { kind: 'record', title: getName(image), up },
    {
      kind: 'pair',
      sections: [
        buildImageSection(request, image, size),
        { kind: 'facts', facts: await buildFacts(request, tools, image, size) },
      ],
    },
    usesSection(request, image.uses),
  ];
  if (shown.length > 0) return { sections };
  return {
    sections: [
      ...sections,
      ...(image.upload === null ? [] : [buildDescribeForm(request, image.upload)]),
      ...(image.uses.length === 0 ? [] : [await buildReplaceImageForm(request, tools, image)]),
      ...(image.upload === null ? [] : [buildRemoveForm(request, image)]),
    ],
  };
}

async function buildFacts(
  request: AdminRequest,
  tools: ContentTools,
  { path, upload, isBuilt }: LibraryImage,
  size: ImageSize | undefined,
): Promise<readonly { readonly label: string; readonly value: string }[]> {
  const { t } = request;
  const facts = [
    { label: t('media.path'), value: path },
    { label: t('media.size'), value: size === undefined ? t('media.unreadable') : describeSize(request, size) },
    { label: t('media.kind'), value: t(`media.kind.${isBuilt ? 'built' : 'uploaded'}`) },
  ];
  if (upload === null) return facts;
  const by = (await readNames(tools.staff, request))(upload.uploadedBy);
  return [...facts, { label: t('media.uploadedAt'), value: `${t.moment(upload.uploadedAt)}, ${by}` }];
}

function usesSection(request: AdminRequest, uses: readonly UploadUse[]): SectionView {
  const { t } = request;
  return {
    kind: 'table',
    title: t('media.uses'),
    table: {
      caption: t('media.uses'),
      columns: [{ label: t('content.file') }, { label: t('content.state') }],
      rows: uses.map((use) => ({
        key: `${use.file} ${JSON.stringify(use.at)}`,
        cells: [{ text: use.file, ...buildLink(request, use) }, { text: describePlace(request, use) }],
      })),
      empty: { title: t('media.unused'), text: t('media.unusedText') },
    },
  };
}

function buildLink({ href }: AdminRequest, { file, at }: UploadUse): { readonly href?: string } {
  if (at.kind === 'scheduled') return { href: href(HISTORY_PAGE, { revision: String(at.revision) }) };
  const document = identify(file)?.id;
  if (document === undefined) return {};
  return { href: href(CONTENT_PAGE, { document, ...(at.kind === 'draft' && { draft: at.draft }) }) };
}
