import type { RegistrationCodeError } from '#schemas/generated/graphql/operations.ts';

/** What the field says where no place is left: the page of the code has the way to the waiting list (S17). */
export const noPlaceLeft = 'refusals.noInvitations';

/** Errors of a code that mean so. */
export const noPlaceLeftErrors: ReadonlySet<string> = new Set<RegistrationCodeError>([
  'REGISTRATION_CODE_NO_BALANCE_LEFT',
  'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS',
]);
