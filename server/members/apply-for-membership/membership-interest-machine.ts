import { stateMachine } from '#server/platform/state-machine.ts';

export type InterestState = 'intro' | 'apply' | 'confirmation';
export type InterestEvent = 'begin' | 'submit' | 'back';

/** V5: membership interest intro → apply → confirmation. */
export const interestMachine = stateMachine<InterestState, InterestEvent>(
  'membership interest',
  ['begin', 'submit', 'back'],
  {
    intro: { begin: 'apply' },
    apply: { submit: 'confirmation', back: 'intro' },
    confirmation: {},
  },
);
