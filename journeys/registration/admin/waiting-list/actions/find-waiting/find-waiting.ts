import type { TableView } from '#engine/shared/data-view.ts';
import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { maskEmail } from '#server/admin/list.ts';
import { type FoundWaiting, PAGE, type WaitingListPorts, type WaitingState, waitingStates } from '../../ports.ts';
import { buildInviteForm } from '../release-invitations/release-invitations.ts';

const MAX_FOUND = 50;

/** Searches entries by part of their email address, which is posted and never part of an address. */
export const findWaiting = ({ members }: WaitingListPorts) =>
  defineAdminAction({
    name: 'find-waiting',
    permission: 'invitations',
    page: PAGE,
    repeatable: true,
    input: { search: declareTextInput(1_000) },
    run: ({ search }) =>
      Promise.all(
        waitingStates.map(async (state) => ({
          state,
          ...(await members.listWaiting({
            state,
            search,
            newestFirst: false,
            limit: MAX_FOUND,
            countUpTo: MAX_FOUND,
          })),
        })),
      ),
    respond(request, found, { search }) {
      const { t } = request;
      const rows = found.flatMap(({ state, waiting }) => waiting.map((entry) => buildFoundRow(request, entry, state)));
      if (search.trim() === '' || rows.length === 0) return { errors: { search: t('waiting.notFound') } };
      return { shown: [{ kind: 'table', title: t('waiting.found'), table: buildFoundTable(request, rows) }] };
    },
    offer: {
      label: 'waiting.find',
      form: ({ t }) => ({
        submit: t('list.search'),
        fields: [{ name: 'search', label: t('waiting.part'), type: 'text', required: true, autocomplete: 'off' }],
      }),
    },
  });

/** A search result, to be invited individually. */
function buildFoundRow(
  request: AdminRequest,
  { id, email, joined_at, invited_at }: FoundWaiting['waiting'][number],
  state: WaitingState,
): TableView['rows'][number] {
  const { t } = request;
  const invite = buildInviteForm(request, { id: `invite-${id}`, submit: t('waiting.invite'), invited: id });
  return {
    key: id,
    cells: [
      { text: maskEmail(email) },
      { text: t.moment(joined_at) },
      state === 'joined'
        ? { text: t('waiting.joined'), mark: 'wait' }
        : { text: t('waiting.invited'), mark: 'on', ...(invited_at !== null && { sub: t.moment(invited_at) }) },
      { text: '', ...(state === 'joined' && { forms: [invite] }) },
    ],
  };
}

function buildFoundTable({ t }: AdminRequest, rows: TableView['rows']): TableView {
  return {
    caption: t('waiting.found'),
    columns: [
      { label: t('person.email') },
      { label: t('waiting.since') },
      { label: t('codes.state') },
      { label: t('list.action') },
    ],
    rows,
    empty: { title: t('list.notFound'), text: t('list.notFoundText') },
  };
}
