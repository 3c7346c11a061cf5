import { adminActions } from '#schemas/generated/admin-actions/registration/people.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, viewQuery } from '#server/admin/admin-page.ts';
import { searchForm } from './actions/find-person/find-person.ts';
import { createPersonTools } from './person-tools.ts';
import { PERMISSION, type PeoplePagePorts } from './ports.ts';

/**
 * Guests and members, for support. Nothing that names a person is in an address or in the log: searches are posted and counted, results are
 * masked and lead on by ids, and who opens a person is written down.
 */
export function peoplePage(ports: PeoplePagePorts): AdminPage {
  const { actions, Mutation } = createActions(adminActions, createPersonTools(ports));
  return {
    queries: {
      people: viewQuery(PERMISSION, async (request) => ({
        lead: [{ kind: 'form', form: searchForm(request) }],
        sections: [],
      })),
    },
    actions,
    operations: { Mutation },
  };
}
