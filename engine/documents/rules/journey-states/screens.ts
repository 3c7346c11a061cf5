import { holds } from '../../journeys/conditions.ts';
import { findStateAfter } from '../../journeys/machine.ts';
import { type CheckedJourney, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listAlternatives } from '../../journeys/uses.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { lacksTransition, listReachedStates } from './transitions.ts';

/** Reachable visitor states without a page, and states of code that the document lacks. */
export function* findStatesWithoutScreens(journey: CheckedJourney): Generator<FindingDraft> {
  const { machines } = journey.document;
  const reported = new Set<string>();
  for (const { machine, state, by } of ledTo(journey)) {
    const key = `${machine} ${state}`;
    if (reported.has(key) || machines[machine]?.states[state]?.screens !== undefined) continue;
    reported.add(key);
    yield {
      location: locateInJourney(journey, ['machines', machine, 'states', state], 'key'),
      message: `${by} leads to the state "${state}" of "${machine}", which has no screens.`,
      expected: '"screens" with at least one page, such as [{ "page": "landings/default" }]',
      found: state,
    };
  }
  yield* missingStates(journey);
}

/** Unused pages of states: no effect leads to them by `screen`. */
export function* findUnseenScreens(journey: CheckedJourney): Generator<FindingDraft> {
  const seen = new Set([...ledTo(journey)].map(({ machine, state }) => `${machine} ${state}`));
  for (const [name, machine] of Object.entries(journey.document.machines)) {
    if (lacksTransition(journey, name, machine)) continue;
    const reached = listReachedStates(machine);
    for (const [state, { screens }] of Object.entries(machine.states)) {
      // An unreachable state has a finding of its own.
      if (screens === undefined || seen.has(`${name} ${state}`) || !reached.has(state)) continue;
      yield {
        location: locateInJourney(journey, ['machines', name, 'states', state, 'screens'], 'key'),
        message: `The screens of the state "${state}" of "${name}" are never shown: no effect with "screen": "${name}" leads to it.`,
        expected: 'no "screens", or an effect that shows them',
        found: screens.map(({ page }) => page),
        mark: state,
        severity: 'warning',
      };
    }
  }
}

interface Led {
  readonly machine: string;
  readonly state: string;
  /** What leads there, as the start of a sentence. */
  readonly by: string;
}

function* ledTo(journey: CheckedJourney): Generator<Led> {
  for (const { alternatives, outcome, path } of listAlternatives(journey.document)) {
    for (const { screen, when } of alternatives) {
      const machine = screen === undefined ? undefined : journey.document.machines[screen];
      if (screen === undefined || machine === undefined) continue;
      if (outcome === undefined) {
        const by = `A form without its parameter, "${path.join('.')}",`;
        const states = listConditionStates(journey, screen).filter((state) => holds(when, { [screen]: state }));
        yield* states.map((state) => ({ machine: screen, state, by }));
      } else {
        const state = findStateAfter(machine, outcome);
        if (state !== null) yield { machine: screen, state, by: `The outcome "${outcome}"` };
      }
    }
  }
}

/** States in the condition with the machine's name. */
function listConditionStates({ names, document }: CheckedJourney, machine: string): readonly string[] {
  const states = document.machines[machine]?.states ?? {};
  return (names.conditions[machine] ?? []).filter((state) => Object.hasOwn(states, state));
}

/** States of a machine in the visitor's session have to exist. */
function* missingStates(journey: CheckedJourney): Generator<FindingDraft> {
  const { names, document } = journey;
  for (const [name, { subject, states }] of Object.entries(document.machines)) {
    if (subject !== 'visitor') continue;
    for (const state of names.conditions[name] ?? []) {
      if (Object.hasOwn(states, state)) continue;
      yield {
        location: locateInJourney(journey, ['machines', name, 'states'], 'key'),
        message: `The state "${state}" is missing in "${name}": the condition of this name may have that value.`,
        expected: (names.conditions[name] ?? []).join(', '),
        found: Object.keys(states),
        mark: state,
      };
    }
  }
}
