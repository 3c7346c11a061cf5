import { type JsonObject, selectObjects } from '#engine/documents/json.ts';
import { adminActions } from '#schemas/generated/admin-actions/content/studio.ts';
import { createActions } from '#server/admin/admin-action.ts';
import type { AdminPage, Download } from '#server/admin/admin-page.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { buildRefusal } from '../documents/page-preview.ts';
import { readLibrary } from '../media/library.ts';
import type { Content } from '../model/content.ts';
import { readDraftImpact } from '../model/read-draft-impact.ts';
import { type ContentTools, findDraft } from '../tools.ts';
import { listBlockExamples } from './fields.ts';
import { toFrameMarkup } from './frame-markup.ts';
import { listAcceptedPins, listInsertableBlocks, openDocument } from './open-document.ts';
import { readLocale, readPageView } from './read-page-view.ts';
import { toStudioImage } from './studio-image.ts';

/** Requests of the application at `/admin/studio`: read a document of a draft, render its page, save changes. */
export function createStudioPage(tools: ContentTools): Pick<AdminPage, 'actions' | 'downloads'> {
  return {
    downloads: {
      'studio-document': studioDocument(tools),
      'studio-blocks': studioBlocks(tools),
      'studio-frame': studioFrame(tools),
      'studio-impact': studioImpact(tools),
    },
    actions: createActions(adminActions, tools).actions,
  };
}

function studioDocument(tools: ContentTools): Download {
  return {
    permission: 'author',
    async load({ query, locale }) {
      const draft = await findDraft(tools, query.get('draft'));
      if (draft === null) return null;
      const images = (await readLibrary(tools)).map(toStudioImage);
      const [content, published] = [await tools.read(draft.id), await tools.read()];
      const opened = openDocument(content, draft, query.get('document') ?? '', locale, images, published);
      return opened && { name: 'studio-document', type: 'application/json', body: JSON.stringify(opened) };
    },
  };
}

function studioBlocks(tools: ContentTools): Download {
  return {
    permission: 'author',
    async load({ query }) {
      const draft = await findDraft(tools, query.get('draft'));
      if (draft === null) return null;
      const blocks = listInsertableBlocks(await tools.read(draft.id));
      return { name: 'studio-blocks', type: 'application/json', body: JSON.stringify(blocks) };
    },
  };
}

/** The size of the page, and what the draft changes for visitors. */
function studioImpact(tools: ContentTools): Download {
  return {
    permission: 'author',
    async load({ query }) {
      const draft = await findDraft(tools, query.get('draft'));
      const locale = readLocale(query.get('locale'));
      if (draft === null || locale === undefined) return null;
      const impact = await readDraftImpact(tools, draft, { locale, document: query.get('document') ?? '' });
      return { name: 'studio-impact', type: 'application/json', body: JSON.stringify(impact) };
    },
  };
}

/** The page of a draft for the frame of the studio, or an example of a block: as for a first visitor, without its scripts. */
function studioFrame(tools: ContentTools): Download {
  return {
    permission: 'author',
    async load({ query, t }) {
      const draft = await findDraft(tools, query.get('draft'));
      const locale = readLocale(query.get('locale'));
      if (draft === null || locale === undefined) return null;
      const wanted = query.get('example');
      const block = wanted === null ? undefined : findExample(wanted, await tools.read());
      const page = { ...readPageView(tools, locale, (name) => query.get(name) ?? ''), block };
      // A mistake in the draft would refuse the pictures of all blocks.
      const isPublished = query.get('published') === 'yes' || block !== undefined;
      const files = isPublished ? listPublished(draft) : new Map<string, string>();
      const pins = listAcceptedPins(await tools.read(draft.id, files), page.document);
      const outcome = await tools.publications.render(draft.id, page, new Map([...files, ...pins]));
      if (outcome.code === 'NO_PAGE') return null;
      const body =
        outcome.code === 'RENDERED'
          ? toFrameMarkup(outcome.html)
          : buildRefusal(t('content.previewRefused'), outcome.findings);
      return { name: 'studio-frame', type: 'text/html', shows: 'frame', body };
    },
  };
}

/** An example of a block by its type and name, or the first block of a fragment. */
function findExample(wanted: string, { documents }: Content): JsonObject | undefined {
  const example = listBlockExamples().find(({ type, name }) => `${type}: ${name}` === wanted)?.block;
  return example ?? selectObjects(documents.get(wanted)?.value['blocks'])[0];
}

/** The live content of files that a draft changes; files that it adds stay, since no live file names them. */
const listPublished = ({ changes }: Draft): ReadonlyMap<string, string> =>
  new Map(changes.flatMap(({ path, live }) => (live === null ? [] : [[path, live]])));
