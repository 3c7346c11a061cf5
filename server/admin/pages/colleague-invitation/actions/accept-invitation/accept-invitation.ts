import type { DeclaredAction } from '../../../../admin-action.ts';
import type { Action, ActionResult, AdminRequest } from '../../../../admin-page.ts';
import { INVITATION_PAGE } from '../../../colleagues/invitation-mail.ts';
import { readPasskeyResponse } from '../../../passkeys/passkeys.ts';
import { ACCEPT } from '../../accept-form.ts';
import type { ColleagueInvitationPorts } from '../../ports.ts';

/** Creates the account of an invited colleague and signs them in. */
export function acceptInvitation({ staff, ports }: ColleagueInvitationPorts): DeclaredAction {
  const accept = (by: keyof typeof ACCEPT): Action => ({
    permission: null,
    page: INVITATION_PAGE,
    async run(request, fields): Promise<ActionResult> {
      const { t } = request;
      const answer = await staff.redeemInvitation({
        token: fields.text('token'),
        name: fields.text('name'),
        password: by === 'password' ? fields.text('password') : null,
        ...(by === 'passkey' && {
          passkey: { ...readPasskeyResponse(request, fields), name: t('invitation.passkeyName') },
        }),
      });
      switch (answer.outcome) {
        case 'accepted':
          return by === 'provider' ? leadToProvider(request) : signedIn(request, answer.admin.id);
        case 'invalid-name':
          return { errors: { name: t('colleagues.nameWrong') } };
        case 'short-password':
          return { errors: { password: t('invitation.passwordShort') } };
        case 'refused-passkey':
          return { errors: {}, message: t('passkeys.notAdded') };
        default:
          // The page says so: its link opens nothing any more.
          return { errors: {} };
      }
    },
  });
  return {
    actions: {
      [ACCEPT.passkey]: accept('passkey'),
      [ACCEPT.password]: accept('password'),
      ...(staff.hasProvider && { [ACCEPT.provider]: accept('provider') }),
    },
  };

  async function signedIn({ user, locale }: AdminRequest, subject: string): Promise<ActionResult> {
    const session = await staff.issueAccessToken({ role: 'admin', subject, replaces: user?.token ?? null, locale });
    const seconds = Math.floor((session.expiresAt - ports.clock.now()) / 1_000);
    return { to: '/admin', query: { done: 'invitationAccepted' }, session: { token: session.token, seconds } };
  }
}

/** The account exists; the identity provider decides who signs in to it. */
const leadToProvider = ({ t, actionHref }: AdminRequest): ActionResult => ({
  isDone: true,
  shown: [
    {
      kind: 'note',
      mark: 'on',
      title: t('done.invitationAccepted'),
      links: [{ label: t('signin.provider'), href: `${actionHref('provider')}?next=` }],
    },
  ],
});
