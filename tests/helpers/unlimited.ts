import type { BusinessSettings } from '#server/platform/ports.ts';

const noLimit = { max: 1_000_000, windowSeconds: 600 };

/** Limits that nobody reaches, for tests of other things. */
export const unlimited: BusinessSettings['limits'] = {
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
