import { stateMachine } from '#server/platform/state-machine.ts';

export type WaitingState = 'none' | 'joined' | 'invited';
export type WaitingEvent = 'join' | 'release' | 'leave';

/** V5 and B10: waiting list none → joined; an admin's release invites. */
export const waitingMachine = stateMachine<WaitingState, WaitingEvent>('waiting list', ['join', 'release', 'leave'], {
  none: { join: 'joined' },
  joined: { release: 'invited', leave: 'none' },
  invited: { leave: 'none' },
});
