import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import { identify } from '#engine/documents/written.ts';
import { type Action, type AdminPage, type AdminRequest, requireUser, viewQuery } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import { previewed } from '#server/admin/preview.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { changesTable } from '../change-table.ts';
import { createDraftForm } from '../create-draft-form.ts';
import { type GetName, readNames } from '../people.ts';
import { previewLinkActions, previewLinkSections } from '../preview-links.ts';
import {
  CONTENT_PAGE,
  type ContentTools,
  draftIn,
  readFormDraft,
  DRAFTS_PAGE,
  goneNote,
  PUBLISH_PAGE,
} from '../tools.ts';
import { importTranslationsAction, TRANSLATIONS, translationSections, translationsFile } from './translations.ts';

const MAX_NAME = 120;
const previewLinks = { page: DRAFTS_PAGE, create: 'create-draft-preview', revoke: 'revoke-draft-preview' } as const;

/** Drafts: what is changed in them, and how they begin and end. */
export function draftsPage(tools: ContentTools): AdminPage {
  const discard = discardDraft(tools);
  return {
    queries: {
      drafts: viewQuery(
        'author',
        async (request) => {
          const { words, query, shown } = request;
          const named = query.get('draft') ?? '';
          const getName = await readNames(tools.staff, request);
          if (named === '')
            return {
              lede: words('draft.lede'),
              sections: [await draftsTable(request, tools, getName), createDraftForm(request)],
            };
          const draft = await draftIn(tools, named);
          if (draft === null) return { sections: shown.length > 0 ? [] : [goneNote(request)] };
          if (shown.length > 0) return { lede: draft.name, sections: [] };
          const sections =
            query.get('part') === TRANSLATIONS
              ? await translationSections(request, tools, draft)
              : await draftSections(request, tools, draft, getName);
          return { lede: draft.name, sections };
        },
        topics.publications,
      ),
    },
    actions: {
      'create-draft': createDraft(tools),
      'revert-file': revertFile(tools),
      'preview-discard-draft': discard.preview,
      'discard-draft': discard.run,
      'import-translations': importTranslationsAction(tools, bodyLimits.translations),
      ...previewLinkActions(tools, previewLinks),
    },
    downloads: { [TRANSLATIONS]: translationsFile(tools) },
  };
}

async function draftsTable(
  request: AdminRequest,
  { publications }: ContentTools,
  getName: GetName,
): Promise<SectionView> {
  const { words, href } = request;
  const drafts = await publications.listDrafts();
  return {
    kind: 'table',
    table: {
      caption: words('draft.all'),
      columns: [
        { label: words('draft.name') },
        { label: words('draft.files'), numeric: true },
        { label: words('draft.created') },
        { label: words('content.changed') },
      ],
      rows: drafts.map(({ id, name, files, createdBy, createdAt, changedAt }) => ({
        key: id,
        cells: [
          { text: name, href: href(DRAFTS_PAGE, { draft: id }) },
          { text: words.number(files) },
          { text: words.moment(createdAt), sub: getName(createdBy) },
          { text: words.moment(changedAt) },
        ],
      })),
      empty: { title: words('draft.none'), text: words('draft.noneText') },
    },
  };
}

async function draftSections(
  request: AdminRequest,
  tools: ContentTools,
  draft: Draft,
  getName: GetName,
): Promise<readonly SectionView[]> {
  const { words, href } = request;
  const discard = formView(request, {
    action: 'preview-discard-draft',
    title: words('draft.discard'),
    text: words('draft.discardText'),
    hidden: { draft: draft.id },
    submit: words('preview.show'),
  });
  return [
    {
      kind: 'ways',
      links: [
        { label: words('draft.documents'), href: href(CONTENT_PAGE, { draft: draft.id }) },
        { label: words('translations.title'), href: href(DRAFTS_PAGE, { draft: draft.id, part: TRANSLATIONS }) },
        { label: words('publish.look'), href: href(PUBLISH_PAGE, { draft: draft.id }) },
        { label: words('draft.all'), href: href(DRAFTS_PAGE) },
      ],
    },
    { kind: 'table', title: words('draft.files'), table: filesTable(request, draft, getName) },
    differenceSection(request, draft),
    ...(await previewLinkSections(
      request,
      tools,
      { kind: 'draft', draft: draft.id },
      { ...previewLinks, changed: draft.changes.map(({ path }) => path) },
    )),
    { kind: 'form', form: { ...discard, primary: false } },
  ];
}

const differenceSection = (request: AdminRequest, draft: Draft): SectionView => ({
  kind: 'table',
  title: request.words('changes.title'),
  table: changesTable(
    request,
    draft.changes.map(({ path, live, content }) => ({ path, before: live, after: content })),
  ),
});

function filesTable(request: AdminRequest, draft: Draft, getName: GetName): TableView {
  const { words, href } = request;
  return {
    caption: words('draft.files'),
    columns: [{ label: words('content.file') }, { label: words('content.changed') }, { label: words('list.action') }],
    rows: draft.changes.map(({ path, content, changedAt, changedBy }) => {
      const document = content === null ? undefined : identify(path)?.id;
      const link = document === undefined ? {} : { href: href(CONTENT_PAGE, { document, draft: draft.id }) };
      const form = formView(request, {
        action: 'revert-file',
        id: `revert-${path}`,
        hidden: { draft: draft.id, path },
        submit: words('draft.revert'),
      });
      return {
        key: path,
        cells: [
          { text: path, ...link },
          { text: words.moment(changedAt), sub: getName(changedBy) },
          { text: '', forms: [form] },
        ],
      };
    }),
    empty: { title: words('changes.none'), text: words('draft.emptyText') },
  };
}

function createDraft({ publications }: ContentTools): Action {
  return {
    permission: 'author',
    page: DRAFTS_PAGE,
    async run(request, fields) {
      const { words } = request;
      const [name, document] = [fields.text('name'), fields.text('document')];
      if (name === '') return { errors: { name: words('draft.noName') } };
      if (name.length > MAX_NAME) return { errors: { name: words('draft.longName', { max: words.number(MAX_NAME) }) } };
      const { id } = await publications.createDraft({ name, actor: requireUser(request).id });
      const query = { draft: id, done: 'draftCreated' };
      return document === '' ? { to: DRAFTS_PAGE, query } : { to: CONTENT_PAGE, query: { document, ...query } };
    },
  };
}

function revertFile({ publications }: ContentTools): Action {
  return {
    permission: 'author',
    page: DRAFTS_PAGE,
    async run(request, fields) {
      const [draft, path] = [fields.text('draft'), fields.text('path')];
      await publications.revertFile({ draft, path, actor: requireUser(request).id });
      return { to: DRAFTS_PAGE, query: { draft, done: 'fileReverted' } };
    },
  };
}

const discardDraft = (tools: ContentTools) =>
  previewed<{ readonly draft: string; readonly files: readonly string[] }>({
    name: 'discard-draft',
    permission: 'author',
    page: DRAFTS_PAGE,
    async preview(request, fields) {
      const { words } = request;
      const draft = await readFormDraft(tools, fields);
      if (draft === null) return { answer: { to: DRAFTS_PAGE } };
      const title = words('draft.discardPreview', { draft: draft.name });
      return {
        state: { draft: draft.id, files: draft.changes.map(({ path, version }) => `${path} ${version}`) },
        sections: [
          { kind: 'note', mark: 'alert', title, text: words('draft.discardText') },
          differenceSection(request, draft),
        ],
        form: { submit: words('draft.discard'), danger: true, hidden: { draft: draft.id } },
      };
    },
    async run(request, _fields, { draft }) {
      await tools.publications.discardDraft({ draft, actor: requireUser(request).id });
      return { to: DRAFTS_PAGE, query: { draft: '', done: 'draftDiscarded' } };
    },
  });
