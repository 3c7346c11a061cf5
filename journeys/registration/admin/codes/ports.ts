import type { Members } from '#journeys/registration/members/index.ts';

export interface CodesPorts {
  readonly members: Pick<Members, 'findCodes' | 'checkNewCode' | 'createCode' | 'blockCode' | 'changeBalance'>;
}

export const PAGE = '/admin/codes';

/** Prefix of checkbox names. */
export const TICK = 'code-';
