import type { JourneyMachine, JourneyTransition } from '#schemas/generated/documents.ts';
import { findStateAfter } from '../../journeys/machine.ts';
import { type CheckedJourney, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listEffects } from '../../journeys/uses.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';

/** Transitions to a state that code never sets, and duplicate transitions. */
export function* findContradictions(journey: CheckedJourney): Generator<FindingDraft> {
  for (const [name, machine] of Object.entries(journey.document.machines)) {
    for (const [index, transition] of machine.transitions.entries()) {
      const path: Path = ['machines', name, 'transitions', index];
      const earlier = machine.transitions.slice(0, index).find((other) => excludes(machine, other, transition));
      if (earlier === undefined) {
        yield* foreignTarget(journey, name, transition, path);
        continue;
      }
      yield {
        location: locateInJourney(journey, path),
        message: `An earlier transition on "${transition.on}" already leads to "${earlier.to}", so this one never happens.`,
        expected:
          machine.subject === 'row'
            ? 'one transition per state and event'
            : 'one state per outcome: what a session knows is often behind, so the outcome alone decides',
        found: transition,
      };
    }
  }
}

/** Transitions on one event are distinguished by state for rows; for visitors by the outcome only. */
function excludes({ subject }: JourneyMachine, one: JourneyTransition, other: JourneyTransition): boolean {
  if (one.on !== other.on) return false;
  return one.from.some((state) => other.from.includes(state)) || (subject === 'visitor' && one.to !== other.to);
}

function* foreignTarget(
  journey: CheckedJourney,
  machine: string,
  { on, to }: JourneyTransition,
  path: Path,
): Generator<FindingDraft> {
  const made = journey.names.machines[machine]?.events[on];
  if (made === undefined || made === to) return;
  yield {
    location: locateInJourney(journey, [...path, 'to']),
    message: `After "${on}" the server stores the state "${made}" of "${machine}", never "${to}".`,
    expected: `"${made}", or no such transition, so that the server refuses the event`,
    found: to,
  };
}

/**
 * States that are unreachable from the initial one. For rows they are a warning only, because a document may
 * disable the way into a state of the database.
 */
export function* findUnreachedStates(journey: CheckedJourney): Generator<FindingDraft> {
  for (const [name, machine] of Object.entries(journey.document.machines)) {
    if (lacksTransition(journey, name, machine)) continue;
    const reached = listReachedStates(machine);
    for (const state of Object.keys(machine.states)) {
      if (reached.has(state)) continue;
      yield {
        location: locateInJourney(journey, ['machines', name, 'states', state], 'key'),
        message: `No transition of "${name}" leads to the state "${state}" from "${machine.initial}".`,
        expected: `a transition with "to": "${state}"${machine.subject === 'row' ? '' : ', or no such state'}`,
        found: state,
        severity: machine.subject === 'row' ? 'warning' : 'error',
      };
    }
  }
}

/** States that an outcome with a screen, but without a transition, would reach: the outcome is reported instead. */
export function lacksTransition({ document }: CheckedJourney, name: string, machine: JourneyMachine): boolean {
  return [...listEffects(document)].some(
    ({ effect, useCase, outcome }) =>
      effect.screen === name && findStateAfter(machine, `${useCase}.${outcome}`) === null,
  );
}

export function listReachedStates({ initial, transitions }: JourneyMachine): ReadonlySet<string> {
  const reached = new Set([initial]);
  // Iterating a set includes items that are added meanwhile.
  for (const state of reached) {
    for (const { from, to } of transitions) if (from.includes(state)) reached.add(to);
  }
  return reached;
}
