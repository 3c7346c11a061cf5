import { stateMachine } from '#server/platform/state-machine.ts';

export type InvitationState = 'valid' | 'invalid' | 'expired' | 'out-of-balance';
export type InvitationEvent = 'reserve' | 'spend-last' | 'give-back' | 'expire' | 'block' | 'unblock';

/** V5: an invitation as its holder sees it. What is expired stays so; a new link is a new invitation. */
export const invitationMachine = stateMachine<InvitationState, InvitationEvent>(
  'invitation',
  ['reserve', 'spend-last', 'give-back', 'expire', 'block', 'unblock'],
  {
    valid: {
      reserve: 'valid',
      'spend-last': 'out-of-balance',
      'give-back': 'valid',
      expire: 'expired',
      block: 'invalid',
    },
    'out-of-balance': { 'give-back': 'valid', expire: 'expired', block: 'invalid' },
    invalid: { unblock: 'valid', expire: 'expired' },
    expired: {},
  },
);
