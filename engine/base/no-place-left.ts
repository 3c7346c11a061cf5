/** What the field says where no place is left: the page of the code has the way to the waiting list (S17). */
export const noPlaceLeft = 'refusals.noInvitations';
