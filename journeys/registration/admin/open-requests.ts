import { type CountSource, MAX_COUNTED } from '#server/admin/menu/menu.ts';
import type { Members } from '#journeys/registration/members/index.ts';

export interface OpenRequestsPorts {
  readonly members: Pick<Members, 'countOpen'>;
}

/** Number of people on the waiting list and of unanswered applications. */
export const openRequestsCount = ({ members }: OpenRequestsPorts): CountSource => ({
  permission: 'invitations',
  async count() {
    const { waiting, interest } = await members.countOpen({ max: MAX_COUNTED });
    return { '/admin/waitinglist': waiting, '/admin/membership-interest': interest };
  },
});
