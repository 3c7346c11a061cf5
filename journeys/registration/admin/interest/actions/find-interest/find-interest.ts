import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import { buildInterestTable } from '../../build-interest-table.ts';
import { type InterestPorts, PAGE } from '../../ports.ts';

const MAX_FOUND = 50;

/** Searches applicants by part of their email address, which is posted and never part of an address. */
export const findInterest = ({ members }: InterestPorts) =>
  defineAdminAction({
    name: 'find-interest',
    permission: 'invitations',
    page: PAGE,
    repeatable: true,
    input: { search: declareTextInput(1_000) },
    run: ({ search }) => members.listInterest({ search, newestFirst: false, limit: MAX_FOUND, countUpTo: MAX_FOUND }),
    respond(request, found, { search }) {
      const { t } = request;
      if (search.trim() === '' || found.total === 0) return { errors: { search: t('interest.notFound') } };
      const table = { ...buildInterestTable(request, null, found, 'found-'), caption: t('interest.found') };
      return { shown: [{ kind: 'table', title: t('interest.found'), table }] };
    },
    offer: {
      label: 'interest.find',
      form: ({ t }) => ({
        submit: t('list.search'),
        fields: [{ name: 'search', label: t('waiting.part'), type: 'text', required: true, autocomplete: 'off' }],
      }),
    },
  });
