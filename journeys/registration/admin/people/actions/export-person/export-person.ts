import type { ExportPersonOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import type { ActionResult } from '#server/admin/admin-page.ts';
import { buildNotice, findRowId, type PersonTools } from '../../person-tools.ts';
import { MAX_PERSON_LENGTH, PAGE, PERMISSION } from '../../ports.ts';

/** Exports all data about a person (GDPR, article 15). */
export const exportPerson = ({ findMember, people, resolveAddress, showAt, staff }: PersonTools) =>
  defineAdminAction({
    name: 'export-person',
    permission: PERMISSION,
    page: PAGE,
    repeatable: true,
    input: { person: declareTextInput(MAX_PERSON_LENGTH) },
    async run({ person }, { actor }) {
      const address = await resolveAddress(person);
      const stored = await people.export(address);
      if (stored === null) return null;
      const whose = (await findMember(address))?.id ?? findRowId(stored);
      await staff.note({ actor, action: 'person.export', person: whose });
      return stored;
    },
    respond(request, stored): ActionResult {
      if (stored === null) return buildNotice(request, 'people.notAnAddress');
      return { file: { name: 'person.json', type: 'application/json', body: JSON.stringify(stored, null, 2) } };
    },
    again: async (request, { person }) => showAt(request, await resolveAddress(person)),
    operation: {
      name: 'exportPerson',
      data: (stored): ExportPersonOutcome =>
        stored === null ? { code: 'UNKNOWN' } : { code: 'EXPORTED', json: JSON.stringify(stored) },
    },
  });
