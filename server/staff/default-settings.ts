import { ANSWER_FLOOR } from '#server/platform/limits/answer-floor.ts';
import { defaultOf } from '#server/platform/settings/table.ts';
import type { StaffSettings } from './ports.ts';

const MINUTE = 60;

/** The values that hold when nothing else is configured. */
export const defaultStaffSettings: StaffSettings = {
  accountDisclosure: defaultOf('ACCOUNT_DISCLOSURE'),
  answerFloorMs: ANSWER_FLOOR,
  limits: {
    requestsPerNetwork: { max: 60, windowSeconds: 10 * MINUTE },
    signInPerAddress: { max: 10, windowSeconds: 15 * MINUTE },
  },
};
