import type { Journey } from '#engine/decide/journey.ts';

/** How visitors with an invitation become members. */
export const registration: Journey = { name: 'registration' };
