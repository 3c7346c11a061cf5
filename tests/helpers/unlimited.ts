import type { BackendSettings } from '#server/backend.ts';

const noLimit = { max: 1_000_000, windowSeconds: 600 };

/** Limits that nobody reaches, for tests of other things. */
export const unlimited: BackendSettings['limits'] = {
  codeCheckPerNetwork: noLimit,
  codeCheckPerCode: noLimit,
  codeCheckGlobal: noLimit,
  registrationPerNetwork: noLimit,
  registrationPerCode: noLimit,
  mailPerAddress: noLimit,
  requestsPerNetwork: noLimit,
  linkPerActor: noLimit,
  signInPerAddress: noLimit,
};
