import type { DataView, SectionView } from '#engine/shared/data-view.ts';
import { identify } from '#engine/documents/written.ts';
import { uploadLimits } from '#engine/shared/upload-limits.ts';
import type { ImageSize } from '#server/site/publications/ports.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import type { UploadUse, Upload } from '#server/site/uploads/uploads.ts';
import { readNames } from '../people.ts';
import { CONTENT_PAGE, type ContentTools, HISTORY_PAGE, MEDIA_PAGE } from '../tools.ts';
import { type LibraryImage, getName, readLibrary, readSizes } from './library.ts';
import { sizeWords, thumbnailHref } from './media-list.ts';
import { altFields, fileField, focusFields } from './image-fields.ts';

/** One image: what it is, what is said of it, and where it is used. */
export async function imagePage(request: AdminRequest, tools: ContentTools, path: string): Promise<DataView> {
  const { words, href, shown } = request;
  const all: SectionView = { kind: 'ways', links: [{ label: words('media.all'), href: href(MEDIA_PAGE) }] };
  const image = (await readLibrary(tools)).find((each) => each.path === path);
  if (image === undefined) return { sections: [all, { kind: 'note', mark: 'stop', title: words('media.gone') }] };
  const size = (await readSizes(tools.images, [image])).get(path);
  const sections: readonly SectionView[] = [
    all,
    {
      kind: 'pair',
      sections: [
        imageSection(request, image, size),
        { kind: 'facts', facts: await buildFacts(request, tools, image, size) },
      ],
    },
    usesSection(request, image.uses),
  ];
  if (shown.length > 0) return { lede: getName(image), sections };
  return {
    lede: getName(image),
    sections: [
      ...sections,
      ...(image.upload === null ? [] : [describeForm(request, image.upload)]),
      ...(image.uses.length === 0 ? [] : [await replaceForm(request, tools, image)]),
      ...(image.upload === null ? [] : [removeForm(request, image)]),
    ],
  };
}

/** Of an upload, a click on it says what has to stay in view. */
function imageSection(request: AdminRequest, { path, upload }: LibraryImage, size: ImageSize | undefined): SectionView {
  const src = thumbnailHref(request, path);
  const shown = shownSize(size);
  if (upload === null) return { kind: 'picture', image: { src, alt: '', ...shown } };
  const { focus } = upload;
  const field = {
    name: 'focus',
    label: request.words('media.focusClick', { x: request.words.number(focus.x), y: request.words.number(focus.y) }),
    type: 'image' as const,
    image: { src, ...shown, focus },
  };
  const form = formView(request, { action: 'set-focus', hidden: { picture: path }, fields: [field], submit: '' });
  return { kind: 'form', form };
}

/** Pixels of the thumbnail. */
export function shownSize(size: ImageSize | undefined): { readonly width: number; readonly height: number } {
  const { width, height } = size ?? { width: uploadLimits.thumbnail, height: uploadLimits.thumbnail };
  const scale = Math.min(1, uploadLimits.thumbnail / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

async function buildFacts(
  request: AdminRequest,
  tools: ContentTools,
  { path, upload, isBuilt }: LibraryImage,
  size: ImageSize | undefined,
): Promise<readonly { readonly label: string; readonly value: string }[]> {
  const { words } = request;
  const facts = [
    { label: words('media.path'), value: path },
    { label: words('media.size'), value: size === undefined ? words('media.unreadable') : sizeWords(request, size) },
    { label: words('media.kind'), value: words(`media.kind.${isBuilt ? 'built' : 'uploaded'}`) },
  ];
  if (upload === null) return facts;
  const by = (await readNames(tools.staff, request))(upload.uploadedBy);
  return [...facts, { label: words('media.uploadedAt'), value: `${words.moment(upload.uploadedAt)}, ${by}` }];
}

function usesSection(request: AdminRequest, uses: readonly UploadUse[]): SectionView {
  const { words } = request;
  return {
    kind: 'table',
    title: words('media.uses'),
    table: {
      caption: words('media.uses'),
      columns: [{ label: words('content.file') }, { label: words('content.state') }],
      rows: uses.map((use) => ({
        key: `${use.file} ${JSON.stringify(use.at)}`,
        cells: [{ text: use.file, ...buildLink(request, use) }, { text: describePlace(request, use) }],
      })),
      empty: { title: words('media.unused'), text: words('media.unusedText') },
    },
  };
}

function buildLink({ href }: AdminRequest, { file, at }: UploadUse): { readonly href?: string } {
  if (at.kind === 'scheduled') return { href: href(HISTORY_PAGE, { revision: String(at.revision) }) };
  const document = identify(file)?.id;
  if (document === undefined) return {};
  return { href: href(CONTENT_PAGE, { document, ...(at.kind === 'draft' && { draft: at.draft }) }) };
}

/** Where a file names it, in words. */
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

function describeForm(request: AdminRequest, upload: Upload): SectionView {
  const { words } = request;
  const form = formView(request, {
    action: 'describe-picture',
    title: words('media.describe'),
    text: words('media.describeText'),
    hidden: { picture: upload.path },
    fields: [...altFields(request, upload), ...focusFields(request, upload)],
    submit: words('media.save'),
  });
  return { kind: 'form', form };
}

async function replaceForm(
  request: AdminRequest,
  { publications }: ContentTools,
  { path }: LibraryImage,
): Promise<SectionView> {
  const { words } = request;
  const drafts = await publications.listDrafts();
  const form = formView(request, {
    action: 'replace-picture',
    title: words('media.replace'),
    text: words('media.replaceText'),
    hidden: { picture: path },
    fields: [
      fileField(request, true),
      {
        name: 'draft',
        label: words('draft.draft'),
        type: 'select',
        options: [
          ...drafts.map(({ id, name }) => ({ value: id, label: name })),
          { value: '', label: words('media.newDraft') },
        ],
      },
    ],
    submit: words('media.replace'),
    multipart: true,
  });
  return { kind: 'form', form: { ...form, primary: false } };
}

function removeForm(request: AdminRequest, { path, uses }: LibraryImage): SectionView {
  const { words } = request;
  if (uses.length > 0)
    return { kind: 'note', mark: 'off', title: words('media.removeUsed'), text: words('media.removeUsedText') };
  const form = formView(request, {
    action: 'remove-picture',
    title: words('media.remove'),
    text: words('media.removeText'),
    hidden: { picture: path },
    submit: words('media.remove'),
    danger: true,
  });
  return { kind: 'form', form };
}
