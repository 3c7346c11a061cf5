import type { SectionView } from '#engine/shared/data-view.ts';
import type { FoundMember } from '#journeys/registration/members/find-members/find-members.ts';
import type { FindPeopleOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { maskEmail } from '#server/admin/list.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { PAGE, PERMISSION } from '../../ports.ts';
import type { PersonTools } from '../../person-tools.ts';

const NAME = 'find-person';

/** Searches guests and members by email address or code; results are masked. */
export const findPerson = ({ findMembers, sealAddress, staff }: PersonTools) =>
  defineAdminAction({
    name: NAME,
    permission: PERMISSION,
    page: PAGE,
    repeatable: true,
    input: { search: declareTextInput(1_000) },
    async run({ search }, { actor }) {
      const found = await findMembers(search);
      // The search text is personal data and is not logged.
      const by = readEmail(search) === null ? 'code' : 'address';
      await staff.note({ actor, action: 'person.search', details: { by, rows: found.length } });
      return found;
    },
    respond(request, found, { search }): ActionResult {
      const isAddress = readEmail(search) !== null;
      if (found.length === 0 && !isAddress) return { errors: { search: request.t('people.nobody') } };
      const other = isAddress ? { address: search, ref: sealAddress(search) } : null;
      return { shown: [buildResults(request, found, other)] };
    },
    operation: {
      name: 'findPeople',
      data: (found): FindPeopleOutcome => ({
        code: found.length === 0 ? 'NOBODY' : 'FOUND',
        people: found.map(({ id, email, state, registeredAt }) => ({
          id,
          email: maskEmail(email),
          state: toErrorCode(state),
          registeredAt,
        })),
      }),
    },
  });

export function buildFindPersonForm(request: AdminRequest) {
  const { t } = request;
  return buildFormView(request, {
    action: NAME,
    submit: t('list.search'),
    text: t('people.note'),
    fields: [{ name: 'search', label: t('people.search'), type: 'text', required: true, autocomplete: 'off' }],
  });
}

const formatInitials = ({ firstName, lastName }: FoundMember): string =>
  `${firstName.slice(0, 1)}. ${lastName.slice(0, 1)}.`;

/** Masked results; an address without an account may be on the waiting list or have applied. */
function buildResults(
  request: AdminRequest,
  found: readonly FoundMember[],
  other: { readonly address: string; readonly ref: string } | null,
): SectionView {
  const { t } = request;
  const open = (person: string, id: string) =>
    buildFormView(request, {
      action: 'open-person',
      id: `open-${id}`,
      submit: t('people.open'),
      hidden: { person },
    });
  const rows = found.map((member) => ({
    key: member.id,
    cells: [
      { text: maskEmail(member.email), sub: formatInitials(member) },
      {
        text: t(`people.state.${member.state}`),
        mark: member.state === 'active' ? ('on' as const) : ('wait' as const),
      },
      { text: t.moment(member.registeredAt) },
      { text: member.code },
      { text: '', forms: [open(member.id, member.id)] },
    ],
  }));
  const without = {
    key: 'address',
    cells: [
      { text: maskEmail(other?.address ?? '') },
      { text: t('people.noAccount'), mark: 'off' as const },
      { text: '–' },
      { text: '–' },
      { text: '', forms: [open(other?.ref ?? '', 'address')] },
    ],
  };
  return {
    kind: 'table',
    table: {
      caption: t('people.results'),
      columns: [
        { label: t('person.email') },
        { label: t('codes.state') },
        { label: t('people.registered'), isShort: true },
        { label: t('codes.code') },
        { label: t('list.action') },
      ],
      rows: rows.length === 0 ? [without] : rows,
      empty: { title: t('people.nobody'), text: '' },
    },
  };
}
