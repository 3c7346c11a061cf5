import type { Members } from '#journeys/registration/members/index.ts';

export interface LinkPorts {
  readonly members: Pick<Members, 'generateLink' | 'listLinks' | 'blockCode'>;
}

export const LINK_PAGE = '/admin/registrationlinkgenerator';
/** Prefix of checkbox names in the list. */
export const TICK = 'link-';

export const buildLandingName = (id: string): string => id.replace(/^landings\//, '');
