import type { JourneyDocument, JourneyMachine } from '#schemas/generated/documents.ts';
import { type Conditions, firstThatHolds } from './conditions.ts';

/** The state after an event; `null` when it cannot happen in this state. */
export function nextState(machine: JourneyMachine, state: string, event: string): string | null {
  return machine.transitions.find(({ from, on }) => on === event && from.includes(state))?.to ?? null;
}

/**
 * The state that an event leads to, whatever state somebody was in: what a session knows of its visitor is often behind, because
 * mails are opened on other devices. `null` when the machine does not know the event.
 */
export function stateAfter(machine: JourneyMachine, event: string): string | null {
  return machine.transitions.find(({ on }) => on === event)?.to ?? null;
}

/** Page of a state: the first of its screens whose conditions hold; `null` when none does. */
export function screenOf(machine: JourneyMachine, state: string, conditions: Conditions): string | null {
  return firstThatHolds(machine.states[state]?.screens ?? [], conditions)?.page ?? null;
}

/** The page of those who are in the state that a condition of the machine's own name says. */
export function ownScreen(document: JourneyDocument, machine: string, conditions: Conditions): string | null {
  const asked = document.machines[machine];
  return asked === undefined ? null : screenOf(asked, conditions[machine] ?? asked.initial, conditions);
}
