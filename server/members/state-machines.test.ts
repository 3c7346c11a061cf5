import { expect, test } from 'vitest';
import { accountMachine } from '#server/members/account/account-machine.ts';
import { interestMachine } from '#server/members/apply-for-membership/membership-interest-machine.ts';
import { invitationMachine } from '#server/members/codes/invitation-machine.ts';
import { flowMachine, registrationMachine } from '#server/members/account/registration-machine.ts';
import { ImpossibleTransition } from '#server/platform/state-machine.ts';
import type { StateMachine } from '#server/platform/state-machine.ts';
import { waitingMachine } from '#server/members/join-waiting-list/waiting-list-machine.ts';

/** Every transition as `state -event-> state`; whatever is not listed is impossible. */
function table<State extends string, Event extends string>(machine: StateMachine<State, Event>): string[] {
  return machine.states.flatMap((state) =>
    machine.events
      .filter((event) => machine.can(state, event))
      .map((event) => `${state} -${event}-> ${machine.next(state, event)}`),
  );
}

test('an account goes from none over pending to active, and back to none', () => {
  expect(table(accountMachine)).toEqual([
    'none -register-> pending',
    'pending -change-email-> pending',
    'pending -activate-> active',
    'pending -expire-> none',
    'pending -erase-> none',
    'active -erase-> none',
  ]);
});

test('a registration is started, finished, then activated or in error', () => {
  expect(table(registrationMachine)).toEqual([
    'none -start-> started',
    'none -submit-> finished',
    'started -start-> started',
    'started -submit-> finished',
    'finished -change-email-> finished',
    'finished -activate-> activated',
    'finished -fail-> activation-error',
    'activation-error -change-email-> finished',
    'activation-error -activate-> activated',
    'activation-error -fail-> activation-error',
  ]);
});

test('a flow has its steps in order: lean 1 to 2, social 1 to 2, default at once', () => {
  expect(table(flowMachine)).toEqual([
    'default -finish-> complete',
    'leanStep1 -continue-> leanStep2',
    'leanStep2 -back-> leanStep1',
    'leanStep2 -finish-> complete',
    'social1 -continue-> social2',
    'social2 -finish-> complete',
  ]);
});

test('an invitation is valid, invalid, expired or out of balance', () => {
  expect(table(invitationMachine)).toEqual([
    'valid -reserve-> valid',
    'valid -spend-last-> out-of-balance',
    'valid -give-back-> valid',
    'valid -expire-> expired',
    'valid -block-> invalid',
    'out-of-balance -give-back-> valid',
    'out-of-balance -expire-> expired',
    'out-of-balance -block-> invalid',
    'invalid -expire-> expired',
    'invalid -unblock-> valid',
  ]);
});

test('the waiting list and membership interest know their way', () => {
  expect(table(waitingMachine)).toEqual([
    'none -join-> joined',
    'joined -release-> invited',
    'joined -leave-> none',
    'invited -leave-> none',
  ]);
  expect(table(interestMachine)).toEqual([
    'intro -begin-> apply',
    'apply -submit-> confirmation',
    'apply -back-> intro',
  ]);
});

test('an impossible transition is an error that says what could happen instead', () => {
  expect(() => accountMachine.next('none', 'activate')).toThrow(ImpossibleTransition);
  expect(() => accountMachine.next('none', 'activate')).toThrow(
    'The account is "none", so "activate" is impossible: only "register" can happen there.',
  );
  expect(() => registrationMachine.next('activated', 'submit')).toThrow('nothing can happen there any more');
});
