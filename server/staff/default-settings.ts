import { defaultOf } from '#server/platform/settings/table.ts';
import type { StaffSettings } from './ports.ts';

/** The values that hold when nothing else is configured. */
export const defaultStaffSettings: StaffSettings = {
  accountEnumeration: defaultOf('ACCOUNT_ENUMERATION'),
  minimumResponseTimeMs: defaultOf('MIN_RESPONSE_TIME_MS'),
  limits: { signInFailuresPerNetwork: defaultOf('RATE_LIMIT_SIGN_IN_FAILURES') },
};
