import { defaultOf } from '#server/platform/settings/table.ts';
import type { StaffSettings } from './ports.ts';

/** The values that hold when nothing else is configured. */
export const defaultStaffSettings: StaffSettings = {
  limits: { signInFailuresPerNetwork: defaultOf('LIMIT_SIGN_IN_FAILURES') },
};
