import type { CellView, FormView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { adminActions } from '#schemas/generated/admin-actions/content/history.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, requireUser, buildViewQuery } from '#server/admin/admin-page.ts';
import { buildTitledActions } from '#server/admin/build-actions.ts';
import { listState, buildPager } from '#server/admin/list.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import type { Revision, RevisionSummary } from '#server/site/publications/publications.ts';
import { buildChangesTable } from '../change-table.ts';
import { type GetName, readNames } from '../people.ts';
import { buildPreviewLinkForms, buildPreviewLinkSections } from '../preview-links.ts';
import type { ContentNames } from '../model/name-content.ts';
import { type ContentTools, HISTORY_PAGE, readContentNames } from '../tools.ts';
import { buildForm, buildRestoreForm } from './actions/restore-revision/restore-revision.ts';
import { siteLinks } from './actions/site-previews/site-previews.ts';
import { buildWithdrawRevisionForm } from './actions/withdraw-revision/withdraw-revision.ts';

const marks = { live: 'on', scheduled: 'wait', withdrawn: 'off' } as const;
const ROWS = 25;
const PUBLISHED = { kind: 'published' } as const;

/** Publications with time and author, and their restore (P3). */
export function createHistoryPage(tools: ContentTools): AdminPage {
  const { publications } = tools;
  const { actions, Mutation } = createActions(adminActions, tools);
  return {
    queries: {
      history: buildViewQuery(
        'author',
        async (request) => {
          const { t, query, shown } = request;
          const id = parseWholeNumber(query.get('revision') ?? '') || 0;
          const getName = await readNames(tools.staff, request);
          if (id === 0)
            return {
              lede: t('history.lede'),
              sections:
                shown.length > 0
                  ? []
                  : [
                      buildTitledActions(request, [
                        ...(await buildPreviewLinkForms(request, tools, PUBLISHED, siteLinks)),
                        ...(mayPublish(request) ? [buildForm(request)] : []),
                      ]),
                      await revisionsTable(request, tools, getName),
                      ...(await buildPreviewLinkSections(request, tools, PUBLISHED, siteLinks)),
                    ],
            };
          const revision = await publications.readRevision(id);
          if (revision === null) return { sections: [{ kind: 'note', mark: 'stop', title: t('history.unknown') }] };
          const record = buildRecord(request, revision);
          if (shown.length > 0) return { sections: [record] };
          return { sections: [record, ...(await revisionSections(request, tools, revision, getName))] };
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
  const { t, href } = request;
  const list = listState(request, ['id'], { order: 'id', descending: true }, ROWS);
  const { revisions, total } = await publications.listRevisions({ limit: list.limit, offset: list.offset });
  const table: TableView = {
    caption: t('history.caption'),
    columns: [
      { label: t('history.revision') },
      { label: t('content.state') },
      { label: t('history.at') },
      { label: t('history.author') },
      { label: t('draft.files'), numeric: true },
    ],
    rows: revisions.map((revision) => ({
      key: String(revision.id),
      cells: [
        {
          text: revision.note,
          sub: t('history.number', { number: String(revision.id) }),
          href: href(HISTORY_PAGE, { revision: String(revision.id) }),
        },
        stateCell(request, revision),
        { text: t.moment(revision.createdAt) },
        { text: getName(revision.author) },
        { text: t.number(revision.paths.length) },
      ],
    })),
    empty: { title: t('history.none'), text: t('history.noneText') },
    pager: buildPager(request, list, total),
  };
  return { kind: 'table', table };
}

function stateCell({ t }: AdminRequest, { state, goesLiveAt, restores }: RevisionSummary): CellView {
  const sub =
    state === 'scheduled'
      ? t.moment(goesLiveAt)
      : restores === null
        ? ''
        : restores === 0
          ? t('history.restoresBuild')
          : t('history.restores', { number: String(restores) });
  return { text: t(`history.${state}`), mark: marks[state], ...(sub !== '' && { sub }) };
}

const mayPublish = (request: AdminRequest): boolean => requireUser(request).permissions.includes('publish');

const buildRecord = ({ t, href }: AdminRequest, { id, note }: RevisionSummary): SectionView => ({
  kind: 'record',
  title: note,
  text: t('history.number', { number: String(id) }),
  up: { label: t('history.all'), href: href(HISTORY_PAGE) },
});

async function revisionSections(
  request: AdminRequest,
  tools: ContentTools,
  revision: Revision,
  getName: GetName,
): Promise<readonly SectionView[]> {
  const { t } = request;
  const names = await readContentNames(tools, request);
  const isWithdrawn = revision.state === 'withdrawn';
  const subject = { kind: 'revision', revision: revision.id } as const;
  const facts = [
    { label: t('history.author'), value: getName(revision.author) },
    { label: t('history.at'), value: t.moment(revision.createdAt) },
    { label: t('history.liveAt'), value: t.moment(revision.goesLiveAt) },
    { label: t('content.state'), value: t(`history.${revision.state}`) },
  ];
  return [
    ...(isWithdrawn
      ? []
      : [
          buildTitledActions(request, [
            ...(mayPublish(request) ? listForms(request, revision, names) : []),
            ...(await buildPreviewLinkForms(request, tools, subject, siteLinks)),
          ]),
        ]),
    { kind: 'facts', facts },
    { kind: 'table', title: t('changes.title'), table: buildChangesTable(request, revision.files, names) },
    ...(isWithdrawn ? [] : await buildPreviewLinkSections(request, tools, subject, siteLinks)),
  ];
}

/** A scheduled revision can be withdrawn, a live one restored. */
function listForms(request: AdminRequest, revision: RevisionSummary, names: ContentNames): readonly FormView[] {
  switch (revision.state) {
    case 'withdrawn':
      return [];
    case 'scheduled':
      return [buildWithdrawRevisionForm(request, revision)];
    case 'live':
      return [buildRestoreForm(request, revision, names)];
  }
}
