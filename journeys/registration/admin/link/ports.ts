import type { Members } from '#journeys/registration/members/index.ts';

export interface LinkPorts {
  readonly members: Pick<Members, 'generateLink' | 'listLinks' | 'blockCode'>;
}

export const LINK_PAGE = '/admin/registrationlinkgenerator';
/** What names of boxes in the list begin with. */
export const TICK = 'link-';

export const landingName = (id: string): string => id.replace(/^landings\//, '');
