import type { FormView } from '#engine/shared/data-view.ts';
import type { DeclaredAction } from '../../../../admin-action.ts';
import { type AdminRequest, requireUser } from '../../../../admin-page.ts';
import { buildFormView } from '../../../../form.ts';
import { createPreviewedAction } from '../../../../preview.ts';
import {
  type ColleaguesPorts,
  findColleague,
  generatePassword,
  COLLEAGUES_PAGE,
  showPassword,
  PERMISSION,
} from '../../ports.ts';

const changes = ['disable', 'enable', 'reset'] as const;
type Change = (typeof changes)[number];

/** Disables or enables the account of a colleague, or sets another password. */
export function changeAccount(ports: ColleaguesPorts): DeclaredAction {
  const change = (name: Change) =>
    createPreviewedAction<{ readonly id: string; readonly isOpen: boolean }>({
      requiresReauth: true,
      permission: PERMISSION,
      page: COLLEAGUES_PAGE,
      name: `${name}-colleague`,
      async preview(request, fields) {
        const { t } = request;
        const account = await findColleague(ports, fields.text('id'), requireUser(request).id);
        if (account === null) return { answer: { errors: {}, message: t('colleagues.own') } };
        const { id, email, disabledAt } = account;
        const title = t(`colleagues.${name}.sure`, { email });
        return {
          state: { id, isOpen: disabledAt === null },
          sections: [{ kind: 'note', mark: 'alert', title, text: t(`colleagues.${name}.text`) }],
          form: { submit: t(`colleagues.${name}.submit`), danger: name !== 'enable', hidden: { id } },
        };
      },
      async run(request, _fields, { id }) {
        const account = await findColleague(ports, id, requireUser(request).id);
        if (account === null) return null;
        const password = generatePassword();
        const by = requireUser(request).id;
        const answer = await ports.staff.changeAdmin({
          email: account.email,
          change: name,
          by,
          ...(name === 'reset' && { password }),
        });
        if (answer.outcome === 'changed' && name === 'reset')
          return showPassword(request, account.email, password, answer.tokensLeft);
        return {
          to: COLLEAGUES_PAGE,
          query: { done: answer.outcome === 'changed' ? 'colleagueChanged' : 'nothingChanged' },
        };
      },
    });
  const both = changes.map((name) => ({ name, ...change(name) }));
  return {
    actions: Object.fromEntries(
      both.flatMap(({ name, preview, run }) => [
        [`preview-${name}-colleague`, preview],
        [`${name}-colleague`, run],
      ]),
    ),
  };
}

export function buildChangeForm(request: AdminRequest, change: Change, id: string): FormView {
  const { t } = request;
  const form = buildFormView(request, {
    action: `preview-${change}-colleague`,
    title: t(`colleagues.${change}.submit`),
    text: t(`colleagues.${change}.text`),
    submit: t('preview.show'),
    hidden: { id },
  });
  return { ...form, primary: false };
}
