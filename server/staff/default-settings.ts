import type { StaffSettings } from './ports.ts';

const MINUTE = 60;

/** The values that hold when nothing else is configured. */
export const defaultStaffSettings: Pick<StaffSettings, 'limits'> = {
  limits: {
    requestsPerNetwork: { max: 60, windowSeconds: 10 * MINUTE },
    signInPerAddress: { max: 10, windowSeconds: 15 * MINUTE },
  },
};
