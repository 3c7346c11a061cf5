import type { TableView } from '#engine/shared/data-view.ts';
import { defineAdminAction, textInput } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { maskEmail } from '#server/admin/list.ts';
import { type FoundWaiting, PAGE, type WaitingListPorts, type WaitingState, waitingStates } from '../../ports.ts';
import { inviteForm } from '../release-invitations/release-invitations.ts';

const MAX_FOUND = 50;

/** Searches entries by part of their email address, which is posted and never part of an address. */
export const findWaiting = ({ members }: WaitingListPorts) =>
  defineAdminAction({
    name: 'find-waiting',
    permission: 'invitations',
    page: PAGE,
    repeatable: true,
    input: { search: textInput(1_000) },
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
      const { words } = request;
      const rows = found.flatMap(({ state, waiting }) => waiting.map((entry) => buildFoundRow(request, entry, state)));
      if (search.trim() === '' || rows.length === 0) return { errors: { search: words('waiting.notFound') } };
      return { shown: [{ kind: 'table', title: words('waiting.found'), table: buildFoundTable(request, rows) }] };
    },
    offer: {
      label: 'waiting.find',
      form: ({ words }) => ({
        submit: words('list.search'),
        fields: [{ name: 'search', label: words('waiting.part'), type: 'text', required: true, autocomplete: 'off' }],
      }),
    },
  });

/** A search result, to be invited individually. */
function buildFoundRow(
  request: AdminRequest,
  { id, email, joined_at, invited_at }: FoundWaiting['waiting'][number],
  state: WaitingState,
): TableView['rows'][number] {
  const { words } = request;
  const invite = inviteForm(request, { id: `invite-${id}`, submit: words('waiting.invite'), invited: id });
  return {
    key: id,
    cells: [
      { text: maskEmail(email) },
      { text: words.moment(joined_at) },
      state === 'joined'
        ? { text: words('waiting.joined'), mark: 'wait' }
        : { text: words('waiting.invited'), mark: 'on', ...(invited_at !== null && { sub: words.moment(invited_at) }) },
      { text: '', ...(state === 'joined' && { forms: [invite] }) },
    ],
  };
}

function buildFoundTable({ words }: AdminRequest, rows: TableView['rows']): TableView {
  return {
    caption: words('waiting.found'),
    columns: [
      { label: words('person.email') },
      { label: words('waiting.since') },
      { label: words('codes.state') },
      { label: words('list.action') },
    ],
    rows,
    empty: { title: words('list.notFound'), text: words('list.notFoundText') },
  };
}
