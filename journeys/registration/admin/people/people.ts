import { adminActions } from '#schemas/generated/admin-actions/registration/people.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, buildViewQuery } from '#server/admin/admin-page.ts';
import { buildFindPersonForm } from './actions/find-person/find-person.ts';
import { createPersonTools } from './person-tools.ts';
import { PERMISSION, type PeoplePagePorts } from './ports.ts';

/**
 * Guests and members, for support. Addresses and logs contain no personal data: searches are posted, results are masked and linked by id,
 * and opening a person is recorded in the audit log.
 */
export function createPeoplePage(ports: PeoplePagePorts): AdminPage {
  const { actions, Mutation } = createActions(adminActions, createPersonTools(ports));
  return {
    queries: {
      people: buildViewQuery(PERMISSION, async (request) => ({
        lead: [{ kind: 'form', form: buildFindPersonForm(request) }],
        sections: [],
      })),
    },
    actions,
    operations: { Mutation },
  };
}
