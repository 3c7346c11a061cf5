import type { PreviewAnswer, SaveAnswer, StudioImage, UploadAnswer } from '#engine/studio/protocol.ts';
import { objectIn } from '#engine/documents/json.ts';
import { isMergedVariant } from '#engine/documents/variants/merged-variant.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import {
  type Action,
  type ActionResult,
  type AdminPage,
  type Download,
  type Fields,
  requireUser,
} from '#server/admin/admin-page.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import type { Draft, PageView } from '#server/site/publications/publications.ts';
import { withoutScripts } from '#server/site/previews/without-scripts.ts';
import { getName, type LibraryImage, readLibrary } from '../media/library.ts';
import { noWords, readImage } from '../media/image-fields.ts';
import { findingText } from '../finding-rows.ts';
import { readPreviewMoment } from '../preview-fields.ts';
import { CONTENT_PAGE, type ContentTools, draftIn, readFormDraft, MAX_CONTENT_BODY } from '../tools.ts';
import { readEdits, applyTextEdits } from './edits.ts';
import {
  acceptedPins,
  listDrifts,
  listStudioFindings,
  insertable,
  openDocument,
  buildOutline,
  getFileVersion,
} from './open-document.ts';
import {
  isUnedited,
  listOwnDrifts,
  MergedPlaces,
  readMergedVariant,
  readStudioText,
  writeEditedFiles,
} from './variant-files.ts';

/** Texts are merged again this often when others are quicker. */
const MAX_TRIES = 3;

/** What the application at `/admin/studio` asks for: a document of a draft, its page, and to store what was changed in it. */
export function studioPage(tools: ContentTools): Pick<AdminPage, 'actions' | 'downloads'> {
  return {
    downloads: {
      'studio-document': studioDocument(tools),
      'studio-blocks': studioBlocks(tools),
      'studio-frame': studioFrame(tools),
    },
    actions: { 'studio-preview': preview(tools), 'studio-save': save(tools), 'studio-upload': upload(tools) },
  };
}

const localeIn = (named: string | null): Locale | undefined => locales.find((each) => each === named);

/** What is looked at, when, and whether the visitor has answered the question for consent: unless it is asked for, it covers no page. */
function readPageView({ clock }: ContentTools, locale: Locale, textOf: (name: string) => string): PageView {
  const now = readPreviewMoment(textOf('at')) ?? clock.now();
  return {
    document: textOf('document'),
    locale,
    now,
    facets: { consent: textOf('consent') === 'unknown' ? 'unknown' : 'refused' },
  };
}

function studioDocument(tools: ContentTools): Download {
  return {
    permission: 'author',
    async load({ query, locale }) {
      const draft = await draftIn(tools, query.get('draft'));
      if (draft === null) return null;
      const images = (await readLibrary(tools)).map(toStudioImage);
      const opened = openDocument(await tools.read(draft.id), draft, query.get('document') ?? '', locale, images);
      return opened && { name: 'studio-document', type: 'application/json', body: JSON.stringify(opened) };
    },
  };
}

function studioBlocks(tools: ContentTools): Download {
  return {
    permission: 'author',
    async load({ query }) {
      const draft = await draftIn(tools, query.get('draft'));
      if (draft === null) return null;
      const blocks = insertable(await tools.read(draft.id));
      return { name: 'studio-blocks', type: 'application/json', body: JSON.stringify(blocks) };
    },
  };
}

/** The page of a draft for the frame of the studio: the bytes that a first visitor would get, without a script of its own. */
function studioFrame(tools: ContentTools): Download {
  return {
    permission: 'author',
    async load({ query, words }) {
      const draft = await draftIn(tools, query.get('draft'));
      const locale = localeIn(query.get('locale'));
      if (draft === null || locale === undefined) return null;
      const page = readPageView(tools, locale, (name) => query.get(name) ?? '');
      const pins = acceptedPins(await tools.read(draft.id), page.document);
      const outcome = await tools.publications.render(draft.id, page, pins);
      if (outcome.code === 'NO_PAGE') return null;
      const refused = `<!doctype html><meta charset="utf-8"><title>${words('content.previewRefused')}</title>`;
      const body = outcome.code === 'RENDERED' ? withoutScripts(outcome.html) : refused;
      return { name: 'studio-frame', type: 'text/html', shows: 'frame', body };
    },
  };
}

/** The page with edits that are not stored yet, and what is wrong with it. */
function preview(tools: ContentTools): Action {
  return {
    permission: 'author',
    page: CONTENT_PAGE,
    maxBody: MAX_CONTENT_BODY,
    repeatable: true,
    async run(_request, fields) {
      const draft = await readFormDraft(tools, fields);
      const locale = localeIn(fields.text('locale'));
      if (draft === null || locale === undefined) return answered<PreviewAnswer>({ code: 'GONE' });
      const edits = readEdits(fields.content('edits'));
      const stored = await tools.read(draft.id);
      const written = await writeEditedFiles(tools, draft.id, edits.files);
      const files = new Map([...written.files, ...applyTextEdits(stored.files, edits.texts).files]);
      const page = readPageView(tools, locale, fields.text);
      const content = edits.files.length === 0 ? stored : await tools.read(draft.id, files);
      const pins = acceptedPins(content, page.document);
      const outcome = await tools.publications.render(draft.id, page, new Map([...files, ...pins]));
      const expanded = content.expanded.get(page.document);
      if (expanded === undefined || outcome.code === 'NO_PAGE') return answered<PreviewAnswer>({ code: 'GONE' });
      const { file } = expanded.written;
      const isMerged = readMergedVariant(
        edits.files.some(({ path }) => path === file) ? content : stored,
        page.document,
      );
      const outline = edits.files.length > 0 && { outline: buildOutline(expanded, isMerged !== null) };
      const places = isMerged && new MergedPlaces(expanded);
      const findings = [
        ...written.problems,
        ...[
          ...listStudioFindings(expanded, outcome.findings),
          ...listOwnDrifts(expanded),
          ...listDrifts([...pins.keys()].filter((path) => path !== file)),
        ].map((finding) => places?.moveFinding(finding) ?? finding),
      ];
      return answered<PreviewAnswer>(
        outcome.code === 'RENDERED' && written.problems.length === 0
          ? { code: 'RENDERED', html: withoutScripts(outcome.html), findings, ...outline }
          : { code: 'REFUSED', findings, ...outline },
      );
    },
  };
}

/** Stores edits in the draft, all or none. */
function save(tools: ContentTools): Action {
  return {
    permission: 'author',
    page: CONTENT_PAGE,
    maxBody: MAX_CONTENT_BODY,
    repeatable: true,
    async run(request, fields) {
      const actor = requireUser(request).id;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await readFormDraft(tools, fields);
        if (draft === null) return answered<SaveAnswer>({ code: 'GONE' });
        const done = await saveOnce(tools, draft, fields, actor);
        if (done !== 'retry') return answered<SaveAnswer>(done);
      }
      return answered<SaveAnswer>({ code: 'REFUSED', message: request.words('content.busy') });
    },
  };
}

async function saveOnce(
  tools: ContentTools,
  draft: Draft,
  fields: Fields,
  actor: string,
): Promise<SaveAnswer | 'retry'> {
  const edits = readEdits(fields.content('edits'));
  const stored = await tools.read(draft.id);
  const { files } = stored;
  const { files: textFiles, conflicts } = applyTextEdits(files, edits.texts);
  const outdated = edits.files.filter(
    (edit) => getFileVersion(draft, edit.path) !== edit.version && !isUnedited(stored, edit),
  );
  if (outdated.length > 0 || conflicts.length > 0)
    return {
      code: 'CONFLICT',
      files: outdated.map(({ path, content }) => ({
        path,
        text: readStudioText(stored, path, isMergedVariant(objectIn(content))),
        version: getFileVersion(draft, path),
      })),
      texts: conflicts.map(({ key, locale, now }) => ({ key, locale, value: now })),
    };
  const { files: editedFiles, problems } = await writeEditedFiles(tools, draft.id, edits.files);
  const [problem] = problems;
  if (problem !== undefined) return { code: 'REFUSED', message: problem.message };
  const changed = new Map([...editedFiles, ...textFiles]);
  const saved = [...changed].flatMap(([path, content]) =>
    files.get(path) === content ? [] : [{ path, content, version: getFileVersion(draft, path) }],
  );
  const outcome = await tools.publications.saveFiles({ draft: draft.id, files: saved, actor });
  switch (outcome.code) {
    case 'SAVED': {
      const written = new Set(saved.map(({ path }) => path));
      const versions = edits.files.map(({ path }) => [path, getFileVersion(draft, path) + (written.has(path) ? 1 : 0)]);
      return { code: 'SAVED', versions: Object.fromEntries(versions) };
    }
    case 'CONFLICT':
      return 'retry';
    case 'NO_DRAFT':
      return { code: 'GONE' };
    case 'REFUSED':
      return { code: 'REFUSED', message: outcome.findings.map(findingText).join(' ') };
  }
}

const toStudioImage = ({ path, upload: known }: Pick<LibraryImage, 'path' | 'upload'>): StudioImage => ({
  path,
  name: getName({ path, upload: known }),
  words: known && { alt: known.alt, isDecorative: known.isDecorative, focus: known.focus },
});

/** Adds an image to the library; its description is written where it is shown, or in the library. */
function upload(tools: ContentTools): Action {
  return {
    permission: 'author',
    page: CONTENT_PAGE,
    upload: { maxBytes: bodyLimits.image },
    repeatable: true,
    async run(request, fields) {
      const read = await readImage(request, tools, fields);
      if ('errors' in read)
        return answered<UploadAnswer>({ code: 'REFUSED', message: Object.values(read.errors).join(' ') });
      const { path } = await tools.uploads.add({ ...read, words: noWords, actor: requireUser(request).id });
      const image = toStudioImage({ path, upload: await tools.uploads.read(path) });
      return answered<UploadAnswer>({ code: 'UPLOADED', image });
    },
  };
}

/** Nothing in an answer reads as markup. */
function answered<Answer extends PreviewAnswer | SaveAnswer | UploadAnswer>(answer: Answer): ActionResult {
  return {
    file: { name: 'studio', type: 'application/json', body: JSON.stringify(answer).replaceAll('<', '\\u003c') },
  };
}
