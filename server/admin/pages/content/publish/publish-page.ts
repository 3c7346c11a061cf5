import type { SectionView } from '#engine/shared/data-view.ts';
import { adminActions } from '#schemas/generated/admin-actions/content/publish.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, requireUser, buildViewQuery } from '#server/admin/admin-page.ts';
import { buildPreviewSection } from '#server/admin/preview.ts';
import { buildPager, listState } from '#server/admin/list.ts';
import { buildTitledActions, OPEN } from '#server/admin/build-actions.ts';
import type { RevisionSummary } from '#server/site/publications/publications.ts';
import { CREATE_DRAFT } from '../drafts/actions/create-draft/create-draft.ts';
import { type GetName, readNames } from '../people.ts';
import { type ContentTools, findDraft, DRAFTS_PAGE, buildGoneNote, HISTORY_PAGE, PUBLISH_PAGE } from '../tools.ts';
import { buildAcceptSections } from './actions/accept-variants/accept-variants.ts';
import { buildDeclineForm } from './actions/decline-draft/decline-draft.ts';
import { buildPreview, buildPublishForm } from './actions/publish-draft/publish-draft.ts';

import { buildSubmitForm } from './actions/submit-draft/submit-draft.ts';
import { buildSubmissionCell, buildSubmissionNotes, isWaiting } from './submission.ts';

/** The changes of a draft for visitors, and the form that publishes it (P2). */
export function createPublishPage(tools: ContentTools): AdminPage {
  const { actions, Mutation } = createActions(adminActions, tools);
  return {
    queries: {
      publish: buildViewQuery('author', async (request) => {
        const { t, query, href, shown } = request;
        const named = query.get('draft') ?? '';
        if (named === '') return { lede: t('publish.lede'), sections: await overview(request, tools) };
        const draft = await findDraft(tools, named);
        if (draft === null) return { sections: shown.length > 0 ? [] : [buildGoneNote(request)] };
        const record: SectionView = {
          kind: 'record',
          title: t('publish.of', { draft: draft.name }),
          up: { label: t('draft.open'), href: href(DRAFTS_PAGE, { draft: draft.id }) },
        };
        // After a refused action its sections show the same with the error.
        if (shown.length > 0) return { sections: [record] };
        const { state, sections, form, isRefused } = await buildPreview(request, tools, draft);
        const { id: actor, permissions } = requireUser(request);
        const note = (title: 'publish.mayNot' | 'publish.own'): SectionView => ({
          kind: 'note',
          mark: 'off',
          title: t(title),
          text: t(`${title}Text`),
        });
        const accept = buildAcceptSections(request, await tools.read(draft.id), draft);
        const submitted = buildSubmissionNotes(request, draft, await readNames(tools.staff, request));
        const submit: SectionView = { kind: 'form', form: buildSubmitForm(request, draft) };
        const decline: readonly SectionView[] =
          isWaiting(draft) && permissions.includes('publish')
            ? [buildTitledActions(request, [buildDeclineForm(request, draft)])]
            : [];
        const head = [record, ...submitted, ...decline, ...accept];
        if (isRefused || draft.changes.every(({ content, live }) => content === live))
          return { sections: [...head, ...sections] };
        if (!permissions.includes('publish'))
          return { sections: [...head, ...(isWaiting(draft) ? [] : [note('publish.mayNot'), submit]), ...sections] };
        if (!(await tools.publications.mayPublish({ draft: draft.id, actor })))
          return { sections: [...head, ...(isWaiting(draft) ? [] : [note('publish.own'), submit]), ...sections] };
        const publish = buildPublishForm(request, state, form);
        return { sections: [...head, buildPreviewSection(sections, publish)] };
      }),
    },
    actions,
    operations: { Mutation },
  };
}

/** Drafts, those that wait for approval first, and scheduled publications. */
async function overview(request: AdminRequest, tools: ContentTools): Promise<readonly SectionView[]> {
  const { t, href } = request;
  const [drafts, { revisions }, getName] = await Promise.all([
    tools.publications.listDrafts(),
    tools.publications.listRevisions({ limit: 50, offset: 0 }),
    readNames(tools.staff, request),
  ]);
  const scheduled = revisions.filter(({ state }) => state === 'scheduled');
  const changed = drafts.filter(({ files }) => files > 0);
  const list = listState(request, ['changed'], { order: 'changed', descending: true });
  const sorted = [...changed.filter(isWaiting), ...changed.filter((draft) => !isWaiting(draft))];
  return [
    {
      kind: 'table',
      title: t('publish.drafts'),
      table: {
        caption: t('publish.drafts'),
        columns: [
          { label: t('draft.name') },
          { label: t('content.state') },
          { label: t('draft.files'), numeric: true },
          { label: t('content.changed') },
        ],
        rows: sorted.slice(list.offset, list.offset + list.limit).map((draft) => ({
          key: draft.id,
          cells: [
            { text: draft.name, href: href(PUBLISH_PAGE, { draft: draft.id }) },
            buildSubmissionCell(request, draft),
            { text: t.number(draft.files) },
            { text: t.moment(draft.changedAt), sub: getName(draft.createdBy) },
          ],
        })),
        empty: {
          title: t('publish.noDrafts'),
          text: t('publish.noDraftsText'),
          link: { label: t('draft.new'), href: href(DRAFTS_PAGE, { [OPEN]: CREATE_DRAFT }) },
        },
        pager: buildPager(request, list, sorted.length),
      },
    },
    ...(scheduled.length === 0 ? [] : [scheduledSection(request, scheduled, getName)]),
  ];
}

const scheduledSection = (
  { t, href }: AdminRequest,
  scheduled: readonly RevisionSummary[],
  getName: GetName,
): SectionView => ({
  kind: 'table',
  title: t('publish.scheduled'),
  table: {
    caption: t('publish.scheduled'),
    columns: [{ label: t('history.revision') }, { label: t('publish.at') }, { label: t('history.author') }],
    rows: scheduled.map(({ id, note, goesLiveAt, author }) => ({
      key: String(id),
      cells: [
        {
          text: note,
          sub: t('history.number', { number: String(id) }),
          href: href(HISTORY_PAGE, { revision: String(id) }),
        },
        { text: t.moment(goesLiveAt), mark: 'wait' },
        { text: getName(author) },
      ],
    })),
    empty: { title: t('list.nothing'), text: '' },
  },
});
