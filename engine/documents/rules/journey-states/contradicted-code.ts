import type { JourneyMachine, JourneyTransition } from '#schemas/generated/documents.ts';
import { type CheckedJourney, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { type EffectUse, listEffects } from '../../journeys/uses.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';

/** Mandatory transitions, such as an erasure: the document must declare exactly these. */
export function* findContradictedEvents(journey: CheckedJourney): Generator<FindingDraft> {
  for (const [name, { transitions }] of Object.entries(journey.document.machines)) {
    for (const [event, states] of Object.entries(journey.names.machines[name]?.always ?? {})) {
      const to = journey.names.machines[name]?.events[event] ?? '';
      const written = transitions.filter(({ on }) => on === event).flatMap(({ from }) => from);
      const hidden = states.filter((state) => !written.includes(state));
      if (hidden.length > 0)
        yield {
          location: locateInJourney(journey, ['machines', name, 'transitions'], 'key'),
          message: `No transition of "${name}" says that "${event}" happens in the state "${hidden.join('" and "')}": no document can forbid it.`,
          expected: JSON.stringify({ from: states, on: event, to }),
          found: written,
          mark: event,
        };
      yield* inventedStates(journey, name, event, states);
    }
  }
}

function* inventedStates(
  journey: CheckedJourney,
  machine: string,
  event: string,
  states: readonly string[],
): Generator<FindingDraft> {
  const transitions = journey.document.machines[machine]?.transitions ?? [];
  for (const [index, { on, from }] of transitions.entries()) {
    for (const [position, state] of from.entries()) {
      if (on !== event || states.includes(state)) continue;
      yield {
        location: locateInJourney(journey, ['machines', machine, 'transitions', index, 'from', position]),
        message: `The event "${event}" of "${machine}" never happens in the state "${state}".`,
        expected: `one of ${states.join(', ')}`,
        found: state,
      };
    }
  }
}

/**
 * After an outcome, the session and the machine must have the same state: guards and conditions read the session,
 * screens the machine.
 */
export function* findContradictedSessions(journey: CheckedJourney): Generator<FindingDraft> {
  for (const [name, machine] of Object.entries(journey.document.machines)) {
    const remembered = journey.names.remembered[name] ?? {};
    for (const [outcome, value] of Object.entries(remembered)) {
      const use = [...listEffects(journey.document)].find((each) => isNoted(each, outcome));
      if (use === undefined) continue;
      const states = journey.names.stands[name]?.[value] ?? [value];
      yield* contradictedSession(journey, { name, machine, use, outcome, states });
    }
  }
}

function isNoted({ useCase, outcome, effect: { session } }: EffectUse, name: string): boolean {
  return `${useCase}.${outcome}` === name && (session === 'add' || session === 'replace');
}

interface Noted {
  readonly name: string;
  readonly machine: JourneyMachine;
  readonly use: EffectUse;
  readonly outcome: string;
  /** States of the session. */
  readonly states: readonly string[];
}

function* contradictedSession(journey: CheckedJourney, noted: Noted): Generator<FindingDraft> {
  const { name, machine, use, outcome, states } = noted;
  const ways = machine.transitions.flatMap((transition, index): [JourneyTransition, Path][] =>
    transition.on === outcome ? [[transition, ['machines', name, 'transitions', index, 'to']]] : [],
  );
  const named = states.join('" or "');
  for (const [{ to }, path] of ways) {
    if (states.includes(to)) continue;
    yield {
      location: locateInJourney(journey, path),
      message: `After "${outcome}" the visitor's session says "${named}" of "${name}", never "${to}".`,
      expected: `"${named}"`,
      found: to,
    };
  }
  // An effect with a screen but without a transition has a finding of its own.
  if (ways.length > 0 || use.effect.screen === name) return;
  yield {
    location: locateInJourney(journey, [...use.path, 'session']),
    message: `After "${outcome}" the visitor's session says "${named}", and no transition of "${name}" says so.`,
    expected: `a transition with "on": "${outcome}" and "to": "${states[0] ?? ''}", or no "session"`,
    found: use.effect.session,
    mark: outcome,
  };
}
