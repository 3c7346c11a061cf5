import type { FormView } from '#engine/shared/data-view.ts';
import type { ListedAdmin } from '#server/staff/admins.ts';
import { isStaffGroup } from '#server/staff/permissions.ts';
import { defineAdminAction, declareTextInput } from '../../../../admin-action.ts';
import type { ActionResult, AdminRequest } from '../../../../admin-page.ts';
import { buildFormView } from '../../../../form.ts';
import { type ColleaguesPorts, findColleague, buildGroupField, COLLEAGUES_PAGE, PERMISSION } from '../../ports.ts';

const NAME = 'change-group';

/** Moves a colleague to another group. */
export const changeGroup = (ports: ColleaguesPorts) =>
  defineAdminAction({
    name: NAME,
    permission: PERMISSION,
    page: COLLEAGUES_PAGE,
    requiresReauth: true,
    input: { id: declareTextInput(100), group: declareTextInput(100) },
    async run({ id, group }, { actor }) {
      const account = await findColleague(ports, id, actor);
      if (account === null) return 'own';
      if (!isStaffGroup(group)) return 'invalid-group';
      const { email } = account;
      return (await ports.staff.changeAdmin({ email, change: 'group', group, by: actor })).outcome;
    },
    respond({ t }, outcome): ActionResult {
      if (outcome === 'own') return { errors: {}, message: t('colleagues.own') };
      if (outcome === 'invalid-group') return { errors: { group: t('settings.required') } };
      return { to: COLLEAGUES_PAGE, query: { done: outcome === 'changed' ? 'colleagueChanged' : 'nothingChanged' } };
    },
  });

export const buildGroupForm = (request: AdminRequest, { id, group }: ListedAdmin): FormView =>
  buildFormView(request, {
    action: NAME,
    title: request.t('colleagues.changeGroup'),
    fields: [buildGroupField(request, group)],
    submit: request.t('colleagues.changeGroup'),
    hidden: { id },
  });
