import type { FormView, SectionView } from '#engine/shared/data-view.ts';
import { adminActions } from '#schemas/generated/admin-actions/colleague-invitation.ts';
import type { ListedInvitation } from '#server/staff/invitations.ts';
import { createActions } from '../../admin-action.ts';
import { type AdminPage, type AdminRequest, buildViewQuery } from '../../admin-page.ts';
import { nameGroup } from '../colleagues/name-group.ts';
import { buildPasskeyView } from '../passkeys/passkeys.ts';
import { buildAcceptForm } from './accept-form.ts';
import type { ColleagueInvitationPorts } from './ports.ts';

/** The page that an invitation links to: a colleague chooses a name and a password. */
export function createColleagueInvitationPage(ports: ColleagueInvitationPorts): AdminPage {
  const { staff } = ports;
  const { actions } = createActions(adminActions, ports);
  return {
    queries: {
      'colleague-invitation': buildViewQuery(null, async (request) => {
        const token = request.query.get('token') ?? request.refused?.values['token'] ?? '';
        const invitation = await staff.findInvitation(token);
        // The section above asks to continue at the provider; the invitation itself is used.
        if (invitation === null && request.shown.length > 0) return { sections: [] };
        return {
          sections:
            invitation === null || invitation.isExpired
              ? [goneNote(request)]
              : [
                  ...alreadyNote(request),
                  {
                    kind: 'facts',
                    facts: [
                      { label: request.t('colleagues.email'), value: invitation.email },
                      { label: request.t('colleagues.group'), value: nameGroup(request.t, invitation.group) },
                    ],
                  },
                  ...(await listForms(request, token, invitation)).map((form) => ({ kind: 'form' as const, form })),
                ],
        };
      }),
    },
    actions,
  };

  /** The one with a passkey is shown where scripts run and the browser supports passkeys. */
  async function listForms(
    request: AdminRequest,
    token: string,
    { id, email }: ListedInvitation,
  ): Promise<readonly FormView[]> {
    const { t, browser } = request;
    const offer = await staff.offerToAddPasskey({ id, email, name: email }, browser);
    const passkey = { or: t('signin.orPassword'), passkey: buildPasskeyView(request, 'create', offer) };
    return [
      buildAcceptForm(request, token, 'passkey', passkey),
      ...(staff.hasProvider
        ? [
            buildAcceptForm(request, token, 'password', { or: t('invitation.orProvider') }),
            buildAcceptForm(request, token, 'provider'),
          ]
        : [buildAcceptForm(request, token, 'password')]),
    ];
  }
}

const goneNote = ({ t, href }: AdminRequest): SectionView => ({
  kind: 'note',
  mark: 'off',
  title: t('invitation.gone'),
  text: t('invitation.goneText'),
  links: [{ label: t('signin.submit'), href: href('/admin/signin') }],
});

/** Accepting would replace the current session. */
const alreadyNote = ({ t, user }: AdminRequest): readonly SectionView[] =>
  user === null
    ? []
    : [
        {
          kind: 'note',
          mark: 'alert',
          title: t('signin.already', { name: user.name }),
          text: t('invitation.already'),
        },
      ];
