import { stateMachine } from '#server/platform/state-machine.ts';

export type RegistrationState = 'none' | 'started' | 'finished' | 'activated' | 'activation-error';
export type RegistrationEvent = 'start' | 'submit' | 'change-email' | 'activate' | 'fail';

/** V5: registration started → finished → activated, failure → activation error, from which a new mail leads back. */
export const registrationMachine = stateMachine<RegistrationState, RegistrationEvent>(
  'registration',
  ['start', 'submit', 'change-email', 'activate', 'fail'],
  {
    none: { start: 'started', submit: 'finished' },
    started: { start: 'started', submit: 'finished' },
    finished: { 'change-email': 'finished', activate: 'activated', fail: 'activation-error' },
    'activation-error': { 'change-email': 'finished', activate: 'activated', fail: 'activation-error' },
    activated: {},
  },
);

export type FlowState = 'default' | 'leanStep1' | 'leanStep2' | 'social1' | 'social2' | 'complete';
export type FlowEvent = 'continue' | 'back' | 'finish';

/** V5 and D12: the default flow has one step, the lean and the social ones two. */
export const flowMachine = stateMachine<FlowState, FlowEvent>('registration flow', ['continue', 'back', 'finish'], {
  default: { finish: 'complete' },
  leanStep1: { continue: 'leanStep2' },
  leanStep2: { back: 'leanStep1', finish: 'complete' },
  social1: { continue: 'social2' },
  social2: { finish: 'complete' },
  complete: {},
});
