import { getDefault } from '#server/platform/settings/table.ts';
import type { StaffSettings } from './ports.ts';

/** Defaults. */
export const defaultStaffSettings: StaffSettings = {
  accountEnumeration: getDefault('ACCOUNT_ENUMERATION'),
  minimumResponseTimeMs: getDefault('MIN_RESPONSE_TIME_MS'),
  limits: { signInFailuresPerNetwork: getDefault('RATE_LIMIT_SIGN_IN_FAILURES') },
};
