import { isStaffGroup } from '#server/staff/permissions.ts';
import { defineAdminAction, declareTextInput } from '../../../../admin-action.ts';
import type { ActionResult } from '../../../../admin-page.ts';
import {
  type ColleaguesPorts,
  buildGroupField,
  generatePassword,
  COLLEAGUES_PAGE,
  showPassword,
  PERMISSION,
} from '../../ports.ts';

/** Creates an account for a colleague with a password that is shown once. */
export const createColleague = ({ staff }: ColleaguesPorts) =>
  defineAdminAction({
    name: 'create-colleague',
    permission: PERMISSION,
    page: COLLEAGUES_PAGE,
    requiresReauth: true,
    input: { email: declareTextInput(1_000), name: declareTextInput(1_000), group: declareTextInput(100) },
    async run({ email, group, ...typed }, { actor }) {
      const [name, password] = [typed.name.trim(), generatePassword()];
      if (name === '' || name.length > 80) return { outcome: 'invalid-name' } as const;
      if (!isStaffGroup(group)) return { outcome: 'invalid-group' } as const;
      return { ...(await staff.createAdmin({ email, name, password, group, by: actor })), password };
    },
    respond(request, answer): ActionResult {
      const { t } = request;
      switch (answer.outcome) {
        case 'created':
          return showPassword(request, answer.admin.email, answer.password);
        case 'invalid-name':
          return { errors: { name: t('colleagues.nameWrong') } };
        case 'invalid-group':
          return { errors: { group: t('settings.required') } };
        case 'not-allowed':
          return { to: COLLEAGUES_PAGE, query: { done: 'nothingChanged' } };
        case 'exists':
          return { errors: { email: t('colleagues.exists') } };
        default:
          return { errors: { email: t('colleagues.emailWrong') } };
      }
    },
    repeated: async ({ t }) => ({
      shown: [{ kind: 'note', mark: 'off', title: t('colleagues.before'), text: t('colleagues.beforeText') }],
    }),
    offer: {
      label: 'colleagues.create',
      form(request) {
        const { t } = request;
        return {
          text: t('colleagues.createText'),
          submit: t('colleagues.createSubmit'),
          fields: [
            { name: 'email', label: t('colleagues.email'), type: 'email', required: true, autocomplete: 'off' },
            { name: 'name', label: t('colleagues.name'), type: 'text', required: true, autocomplete: 'off' },
            buildGroupField(request, 'author'),
          ],
        };
      },
    },
  });
