import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { LRUCache } from 'lru-cache';
import {
  type Action,
  type AdminPage,
  type AdminRequest,
  type Download,
  type Fields,
  requireUser,
  type ShownImage,
  viewQuery,
} from '#server/admin/admin-page.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import { isUploadPath } from '#server/site/uploads/image-paths.ts';
import { saveFiles, MAX_TRIES } from '../documents/save-files.ts';
import { type ContentTools, DRAFTS_PAGE, draftIn, MEDIA_PAGE } from '../tools.ts';
import { readSizes } from './library.ts';
import { mediaList } from './media-list.ts';
import { noWords, readImage, readWords } from './image-fields.ts';
import { imagePage, describePlace, shownSize } from './image-page.ts';

const IMAGE = /^images\/[a-z0-9/_-]+\.(?:jpg|png|webp|avif)$/;
/** Forms of one file. */
const upload = { maxBytes: bodyLimits.image };

/** Images of the site: those of the build, and those that staff upload. */
export function mediaPage(tools: ContentTools): AdminPage {
  return {
    queries: {
      media: viewQuery(
        'author',
        (request) => {
          const path = request.query.get('picture') ?? '';
          return IMAGE.test(path) ? imagePage(request, tools, path) : mediaList(request, tools);
        },
        topics.publications,
      ),
    },
    actions: {
      'upload-picture': uploadImage(tools),
      'describe-picture': describeImage(tools),
      'set-focus': setFocus(tools),
      'replace-picture': replaceImage(tools),
      'remove-picture': removeImage(tools),
    },
    downloads: { picture: thumbnail(tools) },
  };
}

/** Thumbnails of built images, ten kilobytes each. */
const MAX_THUMBNAILS = 500;

/** The image as staff see it, at most 320 pixels. */
const thumbnail = ({ uploads, images }: ContentTools): Download => {
  const made = new LRUCache<string, Promise<Uint8Array | null>>({ max: MAX_THUMBNAILS });
  return { permission: 'author', load };

  async function load({ query }: AdminRequest): Promise<ShownImage | null> {
    const path = query.get('path') ?? '';
    if (!IMAGE.test(path)) return null;
    const known = isUploadPath(path) ? await uploads.readThumbnail(path) : null;
    if (known !== null) return { type: 'image/webp', image: known };
    if (!(await images.list()).includes(path)) return null;
    const making = made.get(path) ?? images.thumbnail(path).catch(() => null);
    made.set(path, making);
    const image = await making;
    return image && { type: 'image/webp', image };
  }
};

const uploadImage = (tools: ContentTools): Action => ({
  permission: 'author',
  page: MEDIA_PAGE,
  upload,
  async run(request, fields) {
    const { typed, errors } = readWords(request, fields);
    const read = await readImage(request, tools, fields);
    if ('errors' in read) return { errors: { ...errors, ...read.errors } };
    if (Object.keys(errors).length > 0) return { errors };
    const { path, isNew } = await tools.uploads.add({ ...read, words: typed, actor: requireUser(request).id });
    return { to: MEDIA_PAGE, query: { picture: path, done: isNew ? 'pictureUploaded' : 'pictureKnown' } };
  },
});

const describeImage = ({ uploads }: ContentTools): Action => ({
  permission: 'author',
  page: MEDIA_PAGE,
  async run(request, fields) {
    const { typed: words, errors } = readWords(request, fields);
    if (Object.keys(errors).length > 0) return { errors };
    const path = fields.text('picture');
    const isThere = await uploads.describe({ path, words, actor: requireUser(request).id });
    return isThere ? { to: MEDIA_PAGE, query: { picture: path, done: 'pictureDescribed' } } : gone(request);
  },
});

/** A click says where, in pixels of the thumbnail; a key says the corner, which stands for nothing. */
const setFocus = ({ uploads, images }: ContentTools): Action => ({
  permission: 'author',
  page: MEDIA_PAGE,
  async run(request, fields) {
    const known = await uploads.read(fields.text('picture'));
    if (known === null) return gone(request);
    const { path } = known;
    const [x = 0, y = 0] = ['focus.x', 'focus.y'].map((name) => parseWholeNumber(fields.text(name)) || 0);
    if (!(x > 0 || y > 0)) return { to: MEDIA_PAGE, query: { picture: path, done: 'nothingChanged' } };
    const { width, height } = shownSize((await readSizes(images, [{ path, upload: known }])).get(path));
    const percent = (at: number, of: number): number => Math.min(100, Math.max(0, Math.round((at / of) * 100)));
    const words = { ...known, focus: { x: percent(x, width), y: percent(y, height) } };
    await uploads.describe({ path, words, actor: requireUser(request).id });
    return { to: MEDIA_PAGE, query: { picture: path, done: 'pictureDescribed' } };
  },
});

const removeImage = ({ uploads }: ContentTools): Action => ({
  permission: 'author',
  page: MEDIA_PAGE,
  async run(request, fields) {
    const { words } = request;
    const removed = await uploads.remove({ path: fields.text('picture'), actor: requireUser(request).id });
    if (removed.code !== 'USED') return { to: MEDIA_PAGE, query: { picture: '', done: 'pictureRemoved' } };
    const uses = removed.uses.map((use) => `${use.file} (${describePlace(request, use)})`).join(', ');
    return { errors: {}, message: words('media.stillUsed', { uses }) };
  },
});

/** Uploads another image and names it in a draft, wherever visitors or the draft have this one. */
const replaceImage = (tools: ContentTools): Action => ({
  permission: 'author',
  page: MEDIA_PAGE,
  upload,
  async run(request, fields) {
    const { words } = request;
    const actor = requireUser(request).id;
    const path = fields.text('picture');
    const read = await readImage(request, tools, fields);
    if ('errors' in read) return read;
    const before = await tools.uploads.read(path);
    const added = await tools.uploads.add({ ...read, words: before ?? noWords, actor });
    if (added.path === path) return { errors: { file: words('media.samePicture') } };
    const id = await draftFor(request, tools, fields);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const draft = await draftIn(tools, id);
      if (draft === null) return { errors: {}, message: words('draft.gone') };
      const files = await naming(tools, draft.id, path, added.path);
      if (files.size === 0) return { errors: {}, message: words('media.unused') };
      const failed = await saveFiles(request, tools, draft, files);
      if (failed !== 'retry') return failed ?? { to: DRAFTS_PAGE, query: { draft: draft.id, done: 'pictureReplaced' } };
    }
    return { errors: {}, message: words('content.busy') };
  },
});

/** The chosen draft, or a new one. */
async function draftFor(request: AdminRequest, { publications }: ContentTools, fields: Fields): Promise<string> {
  const chosen = fields.text('draft');
  if (chosen !== '') return chosen;
  const name = request.words('media.draftName', { picture: fields.text('picture') }).slice(0, 120);
  return (await publications.createDraft({ name, actor: requireUser(request).id })).id;
}

/** Files that name an image, naming another one. */
async function naming(
  { publications }: ContentTools,
  draft: string,
  path: string,
  by: string,
): Promise<ReadonlyMap<string, string>> {
  const files = await publications.readContent(draft);
  return new Map(
    [...files].flatMap(([file, text]) => {
      const changed = text.replaceAll(JSON.stringify(path), JSON.stringify(by));
      return changed === text ? [] : [[file, changed] as const];
    }),
  );
}

const gone = ({ words }: AdminRequest) => ({ errors: {}, message: words('media.gone') });
