import type { Members } from '#journeys/registration/members/index.ts';

export interface WaitingListPorts {
  readonly members: Pick<Members, 'listWaiting' | 'readRelease' | 'releaseInvitations' | 'countWaiting'>;
}

export const PAGE = '/admin/waitinglist';
export const waitingStates = ['joined', 'invited'] as const;
export type WaitingState = (typeof waitingStates)[number];

/** Prefix of checkbox names. */
export const TICK = 'waiting-';

export type FoundWaiting = Awaited<ReturnType<WaitingListPorts['members']['listWaiting']>>;
