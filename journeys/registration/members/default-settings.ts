import type { MemberSettings } from '#journeys/registration/members/ports.ts';
import { settings } from '#journeys/registration/settings.ts';
import { defaultsOf } from '#server/platform/settings/setting.ts';
import { defaultOf } from '#server/platform/settings/table.ts';

const { limits, ...own } = settings.values(defaultsOf(settings.rows));

/** The values that hold when nothing else is configured. */
export const defaultMemberSettings: MemberSettings = {
  ...own,
  pendingAccountDays: 7,
  linkDays: 14,
  draftHours: 24,
  lobbyTokenDays: 14,
  socialTokenMinutes: 30,
  accountEnumeration: defaultOf('ACCOUNT_ENUMERATION'),
  minimumResponseTimeMs: defaultOf('MIN_RESPONSE_TIME_MS'),
  limits: {
    ...limits,
    requestsPerNetwork: defaultOf('RATE_LIMIT_REQUESTS'),
    mailPerAddress: defaultOf('RATE_LIMIT_MAILS'),
  },
};
