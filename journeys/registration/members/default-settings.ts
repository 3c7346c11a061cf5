import type { MemberSettings } from '#journeys/registration/members/ports.ts';
import { settings } from '#journeys/registration/settings.ts';
import { getDefaults } from '#server/platform/settings/setting.ts';
import { getDefault } from '#server/platform/settings/table.ts';

const { limits, ...own } = settings.values(getDefaults(settings.rows));

/** Defaults. */
export const defaultMemberSettings: MemberSettings = {
  ...own,
  pendingAccountDays: 7,
  linkDays: 14,
  draftHours: 24,
  lobbyTokenDays: 14,
  socialTokenMinutes: 30,
  accountEnumeration: getDefault('ACCOUNT_ENUMERATION'),
  minimumResponseTimeMs: getDefault('MIN_RESPONSE_TIME_MS'),
  limits: {
    ...limits,
    requestsPerNetwork: getDefault('RATE_LIMIT_REQUESTS'),
    mailPerAddress: getDefault('RATE_LIMIT_MAILS'),
  },
};
