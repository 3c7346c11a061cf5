import { ANSWER_FLOOR } from '#server/platform/limits/answer-floor.ts';
import { defaultOf } from '#server/platform/settings/table.ts';
import type { StaffSettings } from './ports.ts';

/** The values that hold when nothing else is configured. */
export const defaultStaffSettings: StaffSettings = {
  accountDisclosure: defaultOf('ACCOUNT_DISCLOSURE'),
  answerFloorMs: ANSWER_FLOOR,
  limits: { signInFailuresPerNetwork: defaultOf('LIMIT_SIGN_IN_FAILURES') },
};
