import type { SectionView, TableView } from '#engine/shared/data-view.ts';
import { identify } from '#engine/documents/written.ts';
import { adminActions } from '#schemas/generated/admin-actions/content/drafts.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, buildViewQuery } from '#server/admin/admin-page.ts';
import { buildTitledActions } from '#server/admin/build-actions.ts';
import { buildPager, listState } from '#server/admin/list.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { type GetName, readNames } from '../people.ts';
import { buildPreviewLinkForms, buildPreviewLinkSections } from '../preview-links.ts';
import {
  CONTENT_PAGE,
  type ContentTools,
  findDraft,
  DRAFTS_PAGE,
  buildGoneNote,
  PUBLISH_PAGE,
  TRANSLATIONS,
  readContentNames,
} from '../tools.ts';
import type { ContentNames } from '../model/name-content.ts';
import { buildCreateDraftForm } from './actions/create-draft/create-draft.ts';
import { buildDiscardForm } from './actions/discard-draft/discard-draft.ts';
import { buildDraftMailsForm } from './actions/draft-mails/draft-mails.ts';
import { draftLinks } from './actions/draft-previews/draft-previews.ts';
import { buildRevertForm } from './actions/revert-file/revert-file.ts';
import { buildDifferenceSection } from './build-difference-section.ts';
import { buildSubmissionCell, buildSubmissionNotes } from '../publish/submission.ts';
import { buildTranslationSections, createTranslationsFile } from './translations.ts';

/** Drafts: their changes, and the actions that create, publish and discard them. */
export function createDraftsPage(tools: ContentTools): AdminPage {
  return {
    queries: {
      drafts: buildViewQuery(
        'author',
        async (request) => {
          const { t, query, shown } = request;
          const named = query.get('draft') ?? '';
          const getName = await readNames(tools.staff, request);
          if (named === '')
            return {
              lede: t('draft.lede'),
              sections: [
                buildTitledActions(request, [buildCreateDraftForm(request), await buildDraftMailsForm(request, tools)]),
                await draftsTable(request, tools, getName),
              ],
            };
          const draft = await findDraft(tools, named);
          if (draft === null) return { sections: shown.length > 0 ? [] : [buildGoneNote(request)] };
          if (shown.length > 0) return { sections: [buildRecord(request, draft)] };
          const sections =
            query.get('part') === TRANSLATIONS
              ? await buildTranslationSections(request, tools, draft)
              : await draftSections(request, tools, draft, getName);
          return { sections };
        },
        topics.publications,
      ),
    },
    actions: createActions(adminActions, tools).actions,
    downloads: { [TRANSLATIONS]: createTranslationsFile(tools) },
  };
}

async function draftsTable(
  request: AdminRequest,
  { publications }: ContentTools,
  getName: GetName,
): Promise<SectionView> {
  const { t, href } = request;
  const all = await publications.listDrafts();
  const list = listState(request, ['changed'], { order: 'changed', descending: true });
  const drafts = all.slice(list.offset, list.offset + list.limit);
  return {
    kind: 'table',
    table: {
      caption: t('draft.all'),
      columns: [
        { label: t('draft.name') },
        { label: t('content.state') },
        { label: t('draft.files'), numeric: true },
        { label: t('draft.created') },
        { label: t('content.changed') },
      ],
      rows: drafts.map((draft) => ({
        key: draft.id,
        cells: [
          { text: draft.name, href: href(DRAFTS_PAGE, { draft: draft.id }) },
          buildSubmissionCell(request, draft),
          { text: t.number(draft.files) },
          { text: t.moment(draft.createdAt), sub: getName(draft.createdBy) },
          { text: t.moment(draft.changedAt) },
        ],
      })),
      empty: { title: t('draft.none'), text: t('draft.noneText') },
      pager: buildPager(request, list, all.length),
    },
  };
}

async function draftSections(
  request: AdminRequest,
  tools: ContentTools,
  draft: Draft,
  getName: GetName,
): Promise<readonly SectionView[]> {
  const { t, href } = request;
  const subject = { kind: 'draft', draft: draft.id } as const;
  const changed = draft.changes.map(({ path }) => path);
  const names = await readContentNames(tools, request, draft.id);
  const publish = { label: t('publish.look'), href: href(PUBLISH_PAGE, { draft: draft.id }) };
  const documents = { label: t('draft.documents'), href: href(CONTENT_PAGE, { draft: draft.id }) };
  return [
    buildRecord(request, draft),
    ...buildSubmissionNotes(request, draft, getName),
    {
      kind: 'ways',
      links: [
        ...(changed.length === 0 ? [documents] : [publish, documents]).map((way, index) =>
          index === 0 ? { ...way, primary: true as const } : way,
        ),
        { label: t('translations.title'), href: href(DRAFTS_PAGE, { draft: draft.id, part: TRANSLATIONS }) },
      ],
    },
    buildTitledActions(request, [
      ...(await buildPreviewLinkForms(request, tools, subject, { ...draftLinks, changed })),
      buildDiscardForm(request, draft.id),
    ]),
    { kind: 'table', title: t('draft.files'), table: filesTable(request, draft, names, getName) },
    ...(changed.length === 0 ? [] : [buildDifferenceSection(request, draft, names)]),
    ...(await buildPreviewLinkSections(request, tools, subject, draftLinks)),
  ];
}

const buildRecord = ({ t, href }: AdminRequest, { name }: Draft): SectionView => ({
  kind: 'record',
  title: name,
  up: { label: t('draft.all'), href: href(DRAFTS_PAGE) },
});

function filesTable(request: AdminRequest, draft: Draft, names: ContentNames, getName: GetName): TableView {
  const { t, href } = request;
  return {
    caption: t('draft.files'),
    columns: [{ label: t('content.file') }, { label: t('content.changed') }, { label: t('list.action') }],
    rows: draft.changes.map(({ path, content, changedAt, changedBy }) => {
      const document = content === null ? undefined : identify(path)?.id;
      const link = document === undefined ? {} : { href: href(CONTENT_PAGE, { document, draft: draft.id }) };
      return {
        key: path,
        cells: [
          { text: names.file(path), sub: path, ...link },
          { text: t.moment(changedAt), sub: getName(changedBy) },
          { text: '', forms: [buildRevertForm(request, draft.id, path)] },
        ],
      };
    }),
    empty: { title: t('changes.none'), text: t('draft.emptyText') },
  };
}
