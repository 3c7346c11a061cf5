import type { FormView } from '#engine/shared/data-view.ts';
import type { AdminRequest } from '../../admin-page.ts';
import { buildFormView } from '../../form.ts';

/** Names of the actions that accept an invitation: with a passkey, a password, or an account of the staff identity provider. */
export const ACCEPT = {
  passkey: 'accept-invitation-passkey',
  password: 'accept-invitation',
  provider: 'accept-invitation-provider',
} as const;

/** @param more separator before the form that follows, and options of a passkey */
export function buildAcceptForm(
  request: AdminRequest,
  token: string,
  by: keyof typeof ACCEPT,
  more: Pick<FormView, 'or' | 'passkey'> = {},
): FormView {
  const { t } = request;
  const name = {
    name: 'name',
    label: t('invitation.name'),
    type: 'text',
    required: true,
    autocomplete: 'name',
  } as const;
  const password = {
    name: 'password',
    label: t('colleagues.password'),
    type: 'password',
    required: true,
    autocomplete: 'new-password',
    hint: t('invitation.passwordHint'),
  } as const;
  return buildFormView(request, {
    action: ACCEPT[by],
    submit: t(`invitation.${by}`),
    primary: by === 'password',
    ...more,
    hidden: { token },
    fields: by === 'password' ? [name, password] : [name],
  });
}
