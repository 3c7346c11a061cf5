import type { BackendSettings } from '#server/app/backend.ts';

const noLimit = { max: 1_000_000, windowSeconds: 600 };

/** Limits that are never reached, for tests of other behaviour. */
export const unlimited: BackendSettings['limits'] = {
  codeGuessesPerNetwork: noLimit,
  registrationPerNetwork: noLimit,
  requestsPerNetwork: noLimit,
  mailPerAddress: noLimit,
  linkPerActor: noLimit,
  signInFailuresPerNetwork: noLimit,
};
