import type { UseCase } from '#server/forms/use-case.ts';
import { parseStoredReferral } from '#journeys/registration/server/stored-referral.ts';

/** From "no invitations left" to the lobby (S17); the entered address is part of the token only (G1). */
export const form: UseCase<'enterLobby'> = {
  prepare: ({ values, network, referrer, fields }) => ({
    request: { form: values, network, referrer, storedReferral: parseStoredReferral(fields) },
  }),
};
