import type { CellView, FormView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { adminActions } from '#schemas/generated/admin-actions/content/history.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, requireUser, viewQuery } from '#server/admin/admin-page.ts';
import { buildTitledActions } from '#server/admin/build-actions.ts';
import { listState, buildPager } from '#server/admin/list.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { Revision, RevisionSummary } from '#server/site/publications/publications.ts';
import { changesTable } from '../change-table.ts';
import { type GetName, readNames } from '../people.ts';
import { previewLinkForms, previewLinkSections } from '../preview-links.ts';
import { type ContentTools, HISTORY_PAGE } from '../tools.ts';
import { buildForm, restoreForm } from './actions/restore-revision/restore-revision.ts';
import { siteLinks } from './actions/site-previews/site-previews.ts';
import { withdrawForm } from './actions/withdraw-revision/withdraw-revision.ts';

const marks = { live: 'on', scheduled: 'wait', withdrawn: 'off' } as const;
const ROWS = 25;
const PUBLISHED = { kind: 'published' } as const;

/** Publications with time and author, and their restore (P3). */
export function historyPage(tools: ContentTools): AdminPage {
  const { publications } = tools;
  const { actions, Mutation } = createActions(adminActions, tools);
  return {
    queries: {
      history: viewQuery(
        'author',
        async (request) => {
          const { words, query, shown } = request;
          const id = parseWholeNumber(query.get('revision') ?? '') || 0;
          const getName = await readNames(tools.staff, request);
          if (id === 0)
            return {
              lede: words('history.lede'),
              sections:
                shown.length > 0
                  ? []
                  : [
                      buildTitledActions(request, [
                        ...(await previewLinkForms(request, tools, PUBLISHED, siteLinks)),
                        ...(mayPublish(request) ? [buildForm(request)] : []),
                      ]),
                      await revisionsTable(request, tools, getName),
                      ...(await previewLinkSections(request, tools, PUBLISHED, siteLinks)),
                    ],
            };
          const revision = await publications.readRevision(id);
          if (revision === null) return { sections: [{ kind: 'note', mark: 'stop', title: words('history.unknown') }] };
          const lede = words('history.number', { number: String(id) });
          return { lede, sections: shown.length > 0 ? [] : await revisionSections(request, tools, revision, getName) };
        },
        topics.publications,
      ),
    },
    actions,
    operations: { Mutation },
  };
}

async function revisionsTable(
  request: AdminRequest,
  { publications }: ContentTools,
  getName: GetName,
): Promise<SectionView> {
  const { words, href } = request;
  const list = listState(request, ['id'], { order: 'id', descending: true }, ROWS);
  const { revisions, total } = await publications.listRevisions({ limit: list.limit, offset: list.offset });
  const table: TableView = {
    caption: words('history.caption'),
    columns: [
      { label: words('history.revision') },
      { label: words('content.state') },
      { label: words('history.at') },
      { label: words('history.author') },
      { label: words('draft.files'), numeric: true },
    ],
    rows: revisions.map((revision) => ({
      key: String(revision.id),
      cells: [
        {
          text: revision.note,
          sub: words('history.number', { number: String(revision.id) }),
          href: href(HISTORY_PAGE, { revision: String(revision.id) }),
        },
        stateCell(request, revision),
        { text: words.moment(revision.createdAt) },
        { text: getName(revision.author) },
        { text: words.number(revision.paths.length) },
      ],
    })),
    empty: { title: words('history.none'), text: words('history.noneText') },
    pager: buildPager(request, list, total),
  };
  return { kind: 'table', table };
}

function stateCell({ words }: AdminRequest, { state, goesLiveAt, restores }: RevisionSummary): CellView {
  const sub =
    state === 'scheduled'
      ? words.moment(goesLiveAt)
      : restores === null
        ? ''
        : restores === 0
          ? words('history.restoresBuild')
          : words('history.restores', { number: String(restores) });
  return { text: words(`history.${state}`), mark: marks[state], ...(sub !== '' && { sub }) };
}

const mayPublish = (request: AdminRequest): boolean => requireUser(request).permissions.includes('publish');

async function revisionSections(
  request: AdminRequest,
  tools: ContentTools,
  revision: Revision,
  getName: GetName,
): Promise<readonly SectionView[]> {
  const { words, href } = request;
  const isWithdrawn = revision.state === 'withdrawn';
  const subject = { kind: 'revision', revision: revision.id } as const;
  const facts = [
    { label: words('publish.note'), value: revision.note },
    { label: words('history.author'), value: getName(revision.author) },
    { label: words('history.at'), value: words.moment(revision.createdAt) },
    { label: words('history.liveAt'), value: words.moment(revision.goesLiveAt) },
    { label: words('content.state'), value: words(`history.${revision.state}`) },
  ];
  return [
    { kind: 'ways', links: [{ label: words('history.all'), href: href(HISTORY_PAGE) }] },
    ...(isWithdrawn
      ? []
      : [
          buildTitledActions(request, [
            ...(mayPublish(request) ? listForms(request, revision) : []),
            ...(await previewLinkForms(request, tools, subject, siteLinks)),
          ]),
        ]),
    { kind: 'facts', facts },
    { kind: 'table', title: words('changes.title'), table: changesTable(request, revision.files) },
    ...(isWithdrawn ? [] : await previewLinkSections(request, tools, subject, siteLinks)),
  ];
}

/** A scheduled revision can be withdrawn, a live one restored. */
function listForms(request: AdminRequest, revision: RevisionSummary): readonly FormView[] {
  switch (revision.state) {
    case 'withdrawn':
      return [];
    case 'scheduled':
      return [withdrawForm(request, revision)];
    case 'live':
      return [restoreForm(request, revision)];
  }
}
