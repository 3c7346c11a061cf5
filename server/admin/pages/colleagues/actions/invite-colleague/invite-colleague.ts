import type { SectionView } from '#engine/shared/data-view.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { INVITATION_LIFETIME_MS, type InviteAdminResult } from '#server/staff/invitations.ts';
import { isStaffGroup, type StaffGroup } from '#server/staff/permissions.ts';
import { defineAdminAction, declareTextInput } from '../../../../admin-action.ts';
import { type ActionResult, type AdminRequest, requireUser } from '../../../../admin-page.ts';
import { buildInvitationContent, writeInvitation } from '../../invitation-mail.ts';
import { nameGroup } from '../../name-group.ts';
import { COLLEAGUES_PAGE, type ColleaguesPorts, buildGroupField, nameAdmin, PERMISSION } from '../../ports.ts';

const NAME = 'invite-colleague';

interface Invited {
  readonly email: string;
  readonly group: StaffGroup;
  readonly locale: Locale;
}

type Answer = InviteAdminResult | { readonly outcome: 'invalid-group' };

/** Sends a mail with a link by which a colleague creates an account. */
export const inviteColleague = (ports: ColleaguesPorts) =>
  defineAdminAction({
    name: NAME,
    permission: PERMISSION,
    page: COLLEAGUES_PAGE,
    requiresReauth: true,
    input: { email: declareTextInput(1_000), group: declareTextInput(100), language: declareTextInput(20) },
    preview: {
      async find({ email, group, language }): Promise<{ readonly state: Invited } | { readonly answer: Answer }> {
        const address = readEmail(email);
        if (address === null) return { answer: { outcome: 'invalid-email' } };
        const locale = locales.find((each) => each === language);
        if (!isStaffGroup(group) || locale === undefined) return { answer: { outcome: 'invalid-group' } };
        const isOwn = (other: { readonly email: string }) => readEmail(other.email)?.canonical === address.canonical;
        if ((await ports.staff.listAdmins()).some(isOwn)) return { answer: { outcome: 'exists' } };
        const holds = (await ports.staff.listInvitations()).some((each) => !each.isExpired && isOwn(each));
        return holds ? { answer: { outcome: 'invited-before' } } : { state: { email: address.typed, group, locale } };
      },
      show: (request, invited) => ({
        sections: describeInvitation(ports, request, invited),
        form: {
          submit: request.t('colleagues.inviteSend'),
          hidden: { email: invited.email, group: invited.group, language: invited.locale },
        },
      }),
    },
    async run(_input, { actor }, invited): Promise<Answer> {
      const write = writeInvitation(ports.mails, await nameAdmin(ports, actor));
      return ports.staff.inviteAdmin({ ...invited, by: actor, write });
    },
    respond: ({ t }, answer): ActionResult => respondToInvitation(t, answer),
    offer: {
      label: 'colleagues.invite',
      form(request) {
        const { t } = request;
        return {
          text: t('colleagues.inviteText'),
          submit: t('preview.show'),
          fields: [
            { name: 'email', label: t('colleagues.email'), type: 'email', required: true, autocomplete: 'off' },
            buildGroupField(request, 'author'),
            {
              name: 'language',
              label: t('colleagues.inviteLanguage'),
              type: 'select',
              value: request.locale,
              options: locales.map((each) => ({ value: each, label: getNativeLanguageName(each) })),
            },
          ],
        };
      },
    },
  });

/** Errors by field, or the list with a note of what was done. */
export function respondToInvitation(t: AdminRequest['t'], answer: Answer): ActionResult {
  switch (answer.outcome) {
    case 'invited':
      return { to: COLLEAGUES_PAGE, query: { done: 'colleagueInvited' } };
    case 'gone':
      return { to: COLLEAGUES_PAGE, query: { done: 'nothingChanged' } };
    case 'too-many': {
      const { retryAfterSeconds } = answer;
      const minutes = t.number(Math.ceil(retryAfterSeconds / 60));
      return { errors: {}, message: t('colleagues.tooManyInvites', { minutes }), status: 429, retryAfterSeconds };
    }
    case 'invalid-group':
      return { errors: { group: t('settings.required') } };
    case 'exists':
      return { errors: { email: t('colleagues.exists') } };
    case 'invited-before':
      return { errors: { email: t('colleagues.invitedBefore') } };
    default:
      return { errors: { email: t('colleagues.emailWrong') } };
  }
}

/** Preview: the recipient, the group and the mail. */
function describeInvitation(
  { mails, ports: { clock } }: ColleaguesPorts,
  request: AdminRequest,
  { email, group, locale }: Invited,
): readonly SectionView[] {
  const { t } = request;
  const expiresAt = clock.now() + INVITATION_LIFETIME_MS;
  const { subject, paragraphs } = buildInvitationContent(
    { locale, group, expiresAt },
    requireUser(request).name,
    mails.frame(locale).site,
  );
  const unsent: SectionView = {
    kind: 'note',
    mark: 'alert',
    title: t('colleagues.noMail'),
    text: t('colleagues.noMailText'),
  };
  return [
    ...(mails.isSending ? [] : [unsent]),
    {
      kind: 'facts',
      title: t('colleagues.invitePreview'),
      facts: [
        { label: t('colleagues.email'), value: email },
        { label: t('colleagues.group'), value: nameGroup(t, group) },
        { label: t('colleagues.inviteLanguage'), value: getNativeLanguageName(locale) },
      ],
    },
    { kind: 'note', mark: 'wait', title: subject, text: paragraphs.join(' ') },
  ];
}
