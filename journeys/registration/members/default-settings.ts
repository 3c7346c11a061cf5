import type { MemberSettings } from '#journeys/registration/members/ports.ts';
import { defaultOf } from '#server/platform/settings/table.ts';

/** The values that hold when nothing else is configured. */
export const defaultMemberSettings: MemberSettings = {
  activationHours: defaultOf('ACTIVATION_HOURS'),
  pendingAccountDays: 7,
  linkDays: 14,
  draftHours: 24,
  lobbyTokenDays: 14,
  socialTokenMinutes: 30,
  accountDisclosure: defaultOf('ACCOUNT_DISCLOSURE'),
  answerFloorMs: defaultOf('ANSWER_FLOOR_MS'),
  voucherMinimumOrder: defaultOf('VOUCHER_MINIMUM_ORDER'),
  limits: {
    codeGuessesPerNetwork: defaultOf('LIMIT_CODE_GUESSES'),
    registrationPerNetwork: defaultOf('LIMIT_REGISTRATIONS'),
    requestsPerNetwork: defaultOf('LIMIT_REQUESTS'),
    mailPerAddress: defaultOf('LIMIT_MAILS'),
    linkPerActor: defaultOf('LIMIT_LINKS'),
  },
};
