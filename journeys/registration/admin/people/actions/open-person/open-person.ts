import type { OpenPersonOutcome, Person } from '#schemas/generated/graphql/resolvers.ts';
import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import type { PersonTools } from '../../person-tools.ts';
import { MAX_PERSON_LENGTH, type OpenedPerson, PAGE, PERMISSION } from '../../ports.ts';

/** Shows all data about a person, with an audit entry. */
export const openPerson = ({ open, resolveAddress, show, showAt }: PersonTools) =>
  defineAdminAction({
    name: 'open-person',
    permission: PERMISSION,
    page: PAGE,
    repeatable: true,
    input: { person: declareTextInput(MAX_PERSON_LENGTH) },
    run: async ({ person }, caller) => open(await resolveAddress(person), caller),
    respond: (request, opened) => show(request, opened),
    again: async (request, { person }) => showAt(request, await resolveAddress(person)),
    operation: {
      name: 'openPerson',
      data: (opened): OpenPersonOutcome =>
        opened === null ? { code: 'UNKNOWN' } : { code: 'OPENED', person: toPerson(opened) },
    },
  });

function toPerson({ address, member }: OpenedPerson): Person {
  if (member === undefined) return { email: address };
  const { email, state, locale, country, code, registeredAt, activatedAt } = member;
  return { email, state: toErrorCode(state), locale, country, code, registeredAt, activatedAt };
}
