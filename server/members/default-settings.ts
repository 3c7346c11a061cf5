import type { MemberSettings } from '#server/members/ports.ts';
import { ANSWER_FLOOR } from '#server/platform/limits/answer-floor.ts';
import { defaultOf } from '#server/platform/settings/table.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The values that hold when nothing else is configured. */
export const defaultMemberSettings: MemberSettings = {
  activationHours: defaultOf('ACTIVATION_HOURS'),
  pendingAccountDays: 7,
  linkDays: 14,
  draftHours: 24,
  lobbyTokenDays: 14,
  socialTokenMinutes: 30,
  accountDisclosure: defaultOf('ACCOUNT_DISCLOSURE'),
  answerFloorMs: ANSWER_FLOOR,
  voucherMinimumOrder: defaultOf('VOUCHER_MINIMUM_ORDER'),
  limits: {
    codeCheckPerNetwork: { max: 60, windowSeconds: 10 * MINUTE },
    codeCheckPerCode: { max: 2_000, windowSeconds: 10 * MINUTE },
    codeCheckGlobal: { max: 20_000, windowSeconds: 10 * MINUTE },
    registrationPerNetwork: { max: 40, windowSeconds: 10 * MINUTE },
    registrationPerCode: { max: 500, windowSeconds: 10 * MINUTE },
    mailPerAddress: { max: 5, windowSeconds: HOUR },
    requestsPerNetwork: { max: 60, windowSeconds: 10 * MINUTE },
    linkPerActor: { max: 100, windowSeconds: HOUR },
  },
};
