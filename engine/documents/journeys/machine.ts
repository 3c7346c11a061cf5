import type { JourneyDocument, JourneyMachine } from '#schemas/generated/documents.ts';
import { type Conditions, findAlternative } from './conditions.ts';

/** The state after an event; `null` if it is not allowed in this state. */
export function findNextState(machine: JourneyMachine, state: string, event: string): string | null {
  return machine.transitions.find(({ from, on }) => on === event && from.includes(state))?.to ?? null;
}

/**
 * The state after an event, regardless of the previous state: a session may be outdated, because
 * mails are opened on other devices. `null` if the machine does not have the event.
 */
export function findStateAfter(machine: JourneyMachine, event: string): string | null {
  return machine.transitions.find(({ on }) => on === event)?.to ?? null;
}

/** Page of a state: the first of its screens whose conditions hold; `null` if none does. */
export function chooseScreen(machine: JourneyMachine, state: string, conditions: Conditions): string | null {
  return findAlternative(machine.states[state]?.screens ?? [], conditions)?.page ?? null;
}

/** The page of the state in the condition with the machine's name. */
export function findOwnScreen(document: JourneyDocument, machine: string, conditions: Conditions): string | null {
  const asked = document.machines[machine];
  return asked === undefined ? null : chooseScreen(asked, conditions[machine] ?? asked.initial, conditions);
}
