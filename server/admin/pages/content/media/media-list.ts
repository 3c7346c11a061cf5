import type { CellView, DataView, TableView } from '#engine/shared/data-view.ts';
import type { ImageSize } from '#server/site/publications/ports.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildTitledActions } from '#server/admin/build-actions.ts';
import { buildEmptySearch, listState, buildPager } from '#server/admin/list.ts';
import { type ContentTools, MEDIA_PAGE } from '../tools.ts';
import { buildUploadForm } from './actions/upload-image/upload-image.ts';
import { type LibraryImage, listMissingAlt, getName, readLibrary, readSizes } from './library.ts';

const SHOWN = 24;
const kinds = ['uploaded', 'built'] as const;
const states = ['used', 'unused', 'undescribed'] as const;

/** All images, and the upload form. */
export async function buildMediaList(request: AdminRequest, tools: ContentTools): Promise<DataView> {
  const { t } = request;
  const found = (await readLibrary(tools)).filter((image) => matches(image, request.query));
  const list = listState(request, ['newest'], { order: 'newest', descending: false }, SHOWN);
  const shown = found.slice(list.offset, list.offset + list.limit);
  const sizes = await readSizes(tools.images, shown);
  const table: TableView = {
    caption: t('media.caption'),
    isGrid: true,
    filter: filterForm(request),
    columns: [{ label: t('media.picture') }, { label: t('media.size') }, { label: t('media.uses') }],
    rows: shown.map((image) => ({ key: image.path, cells: buildCells(request, image, sizes) })),
    empty: buildEmptySearch(request),
    pager: buildPager(request, list, found.length),
  };
  return {
    lede: t('media.lede'),
    sections: [buildTitledActions(request, [buildUploadForm(request)]), { kind: 'table', table }],
  };
}

/** Address of the thumbnail of an image. */
export const buildThumbnailHref = ({ fileHref }: Pick<AdminRequest, 'fileHref'>, path: string): string =>
  fileHref('picture', { path });

export function describeSize({ t }: Pick<AdminRequest, 't'>, { width, height, bytes }: ImageSize): string {
  return t('media.sizeOf', {
    width: t.number(width),
    height: t.number(height),
    kilobytes: t.number(Math.ceil(bytes / 1_000)),
  });
}

function buildCells(
  request: AdminRequest,
  image: LibraryImage,
  sizes: ReadonlyMap<string, ImageSize>,
): readonly CellView[] {
  const { t, href } = request;
  const { path, upload, uses } = image;
  const size = sizes.get(path);
  const files = new Set(uses.map(({ file }) => file)).size;
  return [
    {
      text: getName(image),
      href: href(MEDIA_PAGE, { picture: path }),
      image: { src: buildThumbnailHref(request, path) },
    },
    { text: size === undefined ? t('media.unreadable') : describeSize(request, size) },
    { text: files === 0 ? t('media.unused') : t('media.usedBy', { count: t.number(files) }) },
    ...(upload !== null && listMissingAlt(upload).length > 0
      ? [{ text: t('media.state.undescribed'), mark: 'half' as const }]
      : []),
  ];
}

function matches(image: LibraryImage, query: URLSearchParams): boolean {
  const { path, upload, isBuilt, uses } = image;
  const asked = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${getName(image)} ${path} ${Object.values(upload?.alt ?? {}).join(' ')}`.toLowerCase();
  const [kind, state] = [query.get('kind') ?? '', query.get('state') ?? ''];
  const isOfKind = kind === '' || (kind === 'built' ? isBuilt : upload !== null);
  const hasState: Readonly<Record<string, boolean>> = {
    '': true,
    used: uses.length > 0,
    unused: uses.length === 0,
    undescribed: upload !== null && listMissingAlt(upload).length > 0,
  };
  return isOfKind && (hasState[state] ?? true) && asked.every((word) => text.includes(word));
}

function filterForm(request: AdminRequest): NonNullable<TableView['filter']> {
  const { t, query } = request;
  const all = { value: '', label: t('list.all') };
  return {
    id: 'search',
    method: 'get',
    action: request.href(request.path),
    hidden: {},
    fields: [
      { name: 'q', label: t('media.search'), type: 'search', value: query.get('q') ?? '' },
      {
        name: 'kind',
        label: t('media.kind'),
        type: 'select',
        value: query.get('kind') ?? '',
        options: [all, ...kinds.map((kind) => ({ value: kind, label: t(`media.kind.${kind}`) }))],
      },
      {
        name: 'state',
        label: t('content.state'),
        type: 'select',
        value: query.get('state') ?? '',
        options: [all, ...states.map((state) => ({ value: state, label: t(`media.state.${state}`) }))],
      },
    ],
    submit: t('list.search'),
  };
}
