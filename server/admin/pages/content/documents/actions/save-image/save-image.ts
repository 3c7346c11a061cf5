import type { FieldView, SectionView } from '#engine/shared/data-view.ts';
import { listImagePlaces, type ImagePlace, withImage } from '#engine/documents/choose-image.ts';
import { isObject, type JsonObject, parseObject } from '#engine/documents/json.ts';
import { formatPath, type Path } from '#engine/documents/source-location.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import type { WrittenDocument } from '#engine/documents/written.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type ActionResult, type AdminRequest, type Fields, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import type { ImageMetadata } from '#server/site/uploads/uploads.ts';
import { getName, readLibrary } from '../../../media/library.ts';
import { buildThumbnailHref } from '../../../media/media-list.ts';
import { buildAltFields, buildFileField, emptyMetadata, readImage, readMetadata } from '../../../media/image-fields.ts';
import { META } from '../../../model/document-texts.ts';
import { readHead, writeHead } from '../../../model/head.ts';
import { toDocumentPath } from '../../../model/content.ts';
import { nameProperty } from '../../../model/name-property.ts';
import { CONTENT_PAGE, type ContentTools, MEDIA_PAGE, readFormDraft } from '../../../tools.ts';
import { labelBlock } from '../save-texts/save-texts.ts';
import { MAX_TRIES, saveFiles } from '../../save-files.ts';

const NAME = 'save-picture';

/** Maximum number of images offered; others are uploaded here or chosen in the studio. */
const MAX_CHOICES = 60;

interface OpenDocument {
  readonly document: WrittenDocument;
  readonly draft: Draft;
}

/** The images that a document uses, or the form for one of them. */
export async function buildImagesPart(
  request: AdminRequest,
  tools: ContentTools,
  { document, draft }: OpenDocument,
): Promise<readonly SectionView[]> {
  const { t, query, href } = request;
  const value = parseObject(document.source.text);
  const places = listPlaces(document, value);
  const named = query.get('place') ?? '';
  const place = places.find(({ path }) => formatPath(path) === named);
  if (place !== undefined)
    return imageForm(request, tools, { document, draft, place, title: labelPlace(request, value, place.path) });
  const rows = places.map((each) => {
    const { path, image } = each;
    const { src } = image;
    const at = formatPath(path);
    const link = href(CONTENT_PAGE, { document: document.id, draft: draft.id, part: 'pictures', place: at });
    const isLink = isLinkImage(each);
    const label = isLink ? t('settings.linkImage') : labelPlace(request, value, path);
    const property = at.slice(at.lastIndexOf('].') + 1).replace(/^\./, '');
    return {
      key: at,
      cells: [
        {
          text: label,
          ...(!isLink && { sub: nameProperty(t, property) }),
          href: link,
          ...(src !== '' && { image: { src: buildThumbnailHref(request, src) } }),
        },
        { text: src === '' ? t('settings.siteImage') : src },
      ],
    };
  });
  const table = {
    caption: t('content.part.pictures'),
    isGrid: true as const,
    columns: [{ label: t('media.picture') }, { label: t('media.path') }],
    rows,
    empty: { title: t('media.noPlaces'), text: t('media.noPlacesText') },
  };
  return [{ kind: 'table', title: t('content.part.pictures'), table }];
}

/** The place of the image of link previews, and its file; empty for that of the site. */
export function findLinkImage(document: WrittenDocument): { readonly place: string; readonly src: string } | null {
  const found = listPlaces(document, parseObject(document.source.text)).find(isLinkImage);
  return found === undefined ? null : { place: formatPath(found.path), src: found.image.src };
}

const LINK_IMAGE = ['meta', 'image'] as const;

const isLinkImage = ({ path }: ImagePlace): boolean => path.at(-2) === LINK_IMAGE[0] && path.at(-1) === LINK_IMAGE[1];

/** Images of a document, and the place of the image of link previews where it has none of its own. */
function listPlaces({ kind }: Pick<WrittenDocument, 'kind'>, value: JsonObject): readonly ImagePlace[] {
  const places = listImagePlaces(value);
  const isPage = kind === 'page' || kind === 'landing';
  return !isPage || places.some(isLinkImage) ? places : [{ path: LINK_IMAGE, image: { src: '' } }, ...places];
}

/** Name of the block with the image, as for its texts. */
function labelPlace(request: AdminRequest, value: JsonObject, path: Path): string {
  let at: unknown = value;
  let block: JsonObject = {};
  for (const step of path) {
    at = Array.isArray(at) && typeof step === 'number' ? at[step] : isObject(at) ? at[step] : undefined;
    if (isObject(at) && typeof at['type'] === 'string') block = at;
  }
  const { id, type } = block;
  if (typeof type !== 'string') return labelBlock(request, { id: META, texts: [] });
  return labelBlock(request, { id: typeof id === 'string' ? id : type, type, texts: [] });
}

async function imageForm(
  request: AdminRequest,
  tools: ContentTools,
  {
    document,
    draft,
    place: { path, image },
    title,
  }: OpenDocument & { readonly place: ImagePlace; readonly title: string },
): Promise<readonly SectionView[]> {
  const { t, href } = request;
  const library = await readLibrary(tools);
  const isLink = isLinkImage({ path, image });
  const offered = [
    ...library.filter((each) => each.path === image.src),
    ...library.filter((each) => each.path !== image.src),
  ];
  const choice: FieldView = {
    name: 'src',
    label: t('media.choose'),
    type: 'pictures',
    value: image.src,
    options: [
      ...(isLink ? [{ value: '', label: t('settings.siteImage') }] : []),
      ...offered
        .slice(0, MAX_CHOICES)
        .map((each) => ({ value: each.path, label: getName(each), image: buildThumbnailHref(request, each.path) })),
    ],
  };
  const form = buildFormView(request, {
    action: NAME,
    title: isLink ? t('settings.linkImage') : title,
    text: isLink ? t('settings.linkImageText') : t('media.chooseText'),
    hidden: { draft: draft.id, document: document.id, place: formatPath(path), was: image.src },
    fields: [
      choice,
      { ...buildFileField(request, false), label: t('media.orUpload') },
      ...buildAltFields(request, emptyMetadata),
    ],
    submit: t('content.save'),
    multipart: true,
  });
  const back = href(CONTENT_PAGE, { document: document.id, draft: draft.id, part: 'pictures' });
  return [
    {
      kind: 'ways',
      links: [
        { label: t('content.part.pictures'), href: back },
        { label: t('media.all'), href: href(MEDIA_PAGE) },
      ],
    },
    { kind: 'form', form },
  ];
}

/** Replaces an image of a document in a draft, by one of the library or an uploaded file. */
export function saveImage(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    upload: { maxBytes: bodyLimits.image },
    async run(request, fields) {
      const { t } = request;
      const { typed, errors } = readMetadata(request, fields);
      if (Object.keys(errors).length > 0) return { errors };
      const chosen = await chooseImage(request, tools, fields, typed);
      if ('errors' in chosen) return chosen;
      const document = fields.text('document');
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await readFormDraft(tools, fields);
        if (draft === null) return { errors: {}, message: t('draft.gone') };
        const written = (await tools.read(draft.id)).documents.get(document);
        if (written === undefined) return { errors: {}, message: t('content.blockGone') };
        const { text } = written.source;
        const before = parseObject(text);
        const place = listPlaces(written, before).find(({ path }) => formatPath(path) === fields.text('place'));
        if (place === undefined || place.image.src !== fields.text('was'))
          return { shown: [changedNote(request, document, draft)] };
        const image =
          chosen.path === place.image.src && chosen.metadata === null
            ? place.image
            : withImage(place.image, chosen.path, chosen.metadata, locales);
        const after =
          place.path === LINK_IMAGE || chosen.path === ''
            ? withLinkImage(before, chosen.path === '' ? undefined : image)
            : replaceAt(before, place.path, image);
        const changed = rewriteJson(text, before, after);
        const done = { to: CONTENT_PAGE, query: { document, draft: draft.id, part: 'pictures', place: '' } };
        if (changed === text) return { ...done, query: { ...done.query, done: 'nothingChanged' } };
        const failed = await saveFiles(request, tools, draft, new Map([[toDocumentPath(document), changed]]));
        if (failed !== 'retry') return failed ?? { ...done, query: { ...done.query, done: 'pictureSaved' } };
      }
      return { errors: {}, message: t('content.busy') };
    },
  });
}

/** An uploaded file is in the library at this point. */
const changedNote = ({ t, href }: AdminRequest, document: string, draft: Draft): SectionView => ({
  kind: 'note',
  mark: 'alert',
  title: t('media.placeChanged'),
  links: [
    {
      label: t('content.part.pictures'),
      href: href(CONTENT_PAGE, { document, draft: draft.id, part: 'pictures' }),
    },
  ],
});

/** Typed values take precedence over those of the library. */
async function chooseImage(
  request: AdminRequest,
  tools: ContentTools,
  fields: Fields,
  typed: ImageMetadata,
): Promise<
  { readonly path: string; readonly metadata: ImageMetadata | null } | Extract<ActionResult, { errors: unknown }>
> {
  const isTyped = typed.isDecorative || Object.keys(typed.alt).length > 0;
  if (fields.file !== null) {
    const read = await readImage(request, tools, fields);
    if ('errors' in read) return read;
    const { path } = await tools.uploads.add({ ...read, metadata: typed, actor: requireUser(request).id });
    return { path, metadata: isTyped ? typed : await tools.uploads.read(path) };
  }
  const path = fields.text('src');
  const isSiteImage = path === '' && fields.text('place').endsWith(formatPath(LINK_IMAGE));
  if (isSiteImage) return { path, metadata: null };
  const image = (await readLibrary(tools)).find((each) => each.path === path);
  if (image === undefined) return { errors: {}, message: request.t('media.gone') };
  const known = path === fields.text('was') ? null : image.upload;
  return { path, metadata: isTyped ? { ...typed, focus: known?.focus ?? typed.focus } : known };
}

/** The document with an image of its own for link previews; `undefined` leaves them that of the site. */
function withLinkImage(value: JsonObject, image: JsonObject | undefined): JsonObject {
  const head = readHead(value);
  const { image: _, ...meta } = isObject(head['meta']) ? head['meta'] : {};
  const after = image === undefined ? meta : { ...meta, image };
  const { meta: _meta, ...rest } = head;
  return writeHead(value, Object.keys(after).length === 0 ? rest : { ...head, meta: after });
}

function replaceAt(value: JsonObject, path: Path, image: JsonObject): JsonObject {
  const replaced = (at: unknown, [step, ...rest]: Path): unknown => {
    if (step === undefined) return image;
    if (Array.isArray(at) && typeof step === 'number') return at.with(step, replaced(at[step], rest));
    return isObject(at) ? { ...at, [step]: replaced(at[step], rest) } : at;
  };
  const after = replaced(value, path);
  return isObject(after) ? after : value;
}
