import { defaultOf } from '#server/platform/settings/table.ts';
import type { StaffSettings } from './ports.ts';

/** The values that hold when nothing else is configured. */
export const defaultStaffSettings: StaffSettings = {
  accountDisclosure: defaultOf('ACCOUNT_DISCLOSURE'),
  answerFloorMs: defaultOf('ANSWER_FLOOR_MS'),
  limits: { signInFailuresPerNetwork: defaultOf('LIMIT_SIGN_IN_FAILURES') },
};
