import type { SectionView } from '#engine/shared/data-view.ts';
import { adminActions } from '#schemas/generated/admin-actions/content/publish.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, type AdminRequest, requireUser, buildViewQuery } from '#server/admin/admin-page.ts';
import { readNames } from '../people.ts';
import { type ContentTools, findDraft, DRAFTS_PAGE, buildGoneNote, HISTORY_PAGE, PUBLISH_PAGE } from '../tools.ts';
import { acceptSections } from './actions/accept-variants/accept-variants.ts';
import { buildPreview, publishForm } from './actions/publish-draft/publish-draft.ts';

/** The changes of a draft for visitors, and the form that publishes it (P2). */
export function publishPage(tools: ContentTools): AdminPage {
  const { actions, Mutation } = createActions(adminActions, tools);
  return {
    queries: {
      publish: buildViewQuery('author', async (request) => {
        const { t, query, href, shown } = request;
        const named = query.get('draft') ?? '';
        if (named === '') return { lede: t('publish.lede'), sections: await overview(request, tools) };
        const draft = await findDraft(tools, named);
        if (draft === null) return { sections: shown.length > 0 ? [] : [buildGoneNote(request)] };
        const back = { label: t('draft.open'), href: href(DRAFTS_PAGE, { draft: draft.id }) };
        const ways: SectionView = { kind: 'ways', links: [back] };
        const lede = t('publish.of', { draft: draft.name });
        // After a refused action its sections show the same with the error.
        if (shown.length > 0) return { lede, sections: [ways] };
        const { state, sections, form, isRefused } = await buildPreview(request, tools, draft);
        const { id: actor, permissions } = requireUser(request);
        const note = (title: 'publish.mayNot' | 'publish.own'): SectionView => ({
          kind: 'note',
          mark: 'off',
          title: t(title),
          text: t(`${title}Text`),
        });
        const submit: SectionView = !permissions.includes('publish')
          ? note('publish.mayNot')
          : (await tools.publications.mayPublish({ draft: draft.id, actor }))
            ? { kind: 'form', form: publishForm(request, state, form) }
            : note('publish.own');
        return {
          lede,
          sections: [
            ways,
            ...acceptSections(request, await tools.read(draft.id), draft),
            ...sections,
            ...(!isRefused && draft.changes.some(({ content, live }) => content !== live) ? [submit] : []),
          ],
        };
      }),
    },
    actions,
    operations: { Mutation },
  };
}

/** Submitted drafts and scheduled publications. */
async function overview(request: AdminRequest, tools: ContentTools): Promise<readonly SectionView[]> {
  const { t, href } = request;
  const [drafts, { revisions }, getName] = await Promise.all([
    tools.publications.listDrafts(),
    tools.publications.listRevisions({ limit: 50, offset: 0 }),
    readNames(tools.staff, request),
  ]);
  const scheduled = revisions.filter(({ state }) => state === 'scheduled');
  const changed = drafts.filter(({ files }) => files > 0);
  return [
    {
      kind: 'table',
      title: t('publish.drafts'),
      table: {
        caption: t('publish.drafts'),
        columns: [
          { label: t('draft.name') },
          { label: t('draft.files'), numeric: true },
          { label: t('content.changed') },
        ],
        rows: changed.map(({ id, name, files, changedAt, createdBy }) => ({
          key: id,
          cells: [
            { text: name, href: href(PUBLISH_PAGE, { draft: id }) },
            { text: t.number(files) },
            { text: t.moment(changedAt), sub: getName(createdBy) },
          ],
        })),
        empty: { title: t('publish.noDrafts'), text: t('publish.noDraftsText') },
      },
    },
    {
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
        empty: { title: t('publish.noScheduled'), text: '' },
      },
    },
  ];
}
