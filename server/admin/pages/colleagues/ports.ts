import { randomBytes } from 'node:crypto';
import type { FieldView, SectionView } from '#engine/shared/data-view.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { ListedAdmin } from '#server/staff/admins.ts';
import type { Staff } from '#server/staff/index.ts';
import { staffGroups } from '#server/staff/permissions.ts';
import type { ActionResult, AdminRequest } from '../../admin-page.ts';
import type { ColleagueMails } from './invitation-mail.ts';

export interface ColleaguesPorts {
  readonly ports: Pick<PlatformPorts, 'clock'>;
  readonly mails: ColleagueMails;
  readonly staff: Pick<
    Staff,
    | 'createAdmin'
    | 'changeAdmin'
    | 'listAdmins'
    | 'findAdmin'
    | 'inviteAdmin'
    | 'sendInvitationAgain'
    | 'revokeInvitation'
    | 'listInvitations'
  >;
}

export const COLLEAGUES_PAGE = '/admin/colleagues';
export const PERMISSION = 'colleagues';

/** 144 random bits. */
export const generatePassword = (): string => randomBytes(18).toString('base64url');

/** Name of the administrator who acts. */
export const nameAdmin = async ({ staff }: ColleaguesPorts, id: string): Promise<string> =>
  (await staff.findAdmin(id))?.name ?? '';

/** The account of another user; `null` for the user's own one and for unknown ids. */
export async function findColleague(
  { staff }: ColleaguesPorts,
  wanted: string,
  own: string,
): Promise<ListedAdmin | null> {
  const found = (await staff.listAdmins()).find(({ id }) => id === wanted);
  return found === undefined || found.id === own ? null : found;
}

/** @param tokensLeft valid API tokens that the account created */
export function showPassword({ t, href }: AdminRequest, email: string, value: string, tokensLeft = 0): ActionResult {
  const tokens: SectionView = {
    kind: 'note',
    mark: 'alert',
    title: t('colleagues.tokensLeft', { count: t.number(tokensLeft) }),
    text: t('colleagues.tokensLeftText'),
    links: [{ label: t('menu.tokens'), href: href('/admin/tokens') }],
  };
  return {
    isDone: true,
    shown: [
      { kind: 'note', mark: 'on', title: t('colleagues.ready', { email }), text: t('colleagues.readyText') },
      {
        kind: 'copy',
        copy: {
          id: 'password',
          label: t('colleagues.password'),
          value,
          copy: t('colleagues.copy'),
          copied: t('link.copied'),
        },
      },
      ...(tokensLeft > 0 ? [tokens] : []),
    ],
  };
}

export function buildGroupField({ t }: AdminRequest, value: string): FieldView {
  const options = staffGroups.map((group) => ({ value: group, label: t(`group.${group}`) }));
  return { name: 'group', label: t('colleagues.group'), type: 'select', value, options };
}
