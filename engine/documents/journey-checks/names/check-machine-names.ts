import type { JourneyMachine } from '#schemas/generated/documents.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import { type CheckedJourney, locateInJourney } from '../checked-journey.ts';
import { buildUnknownName } from './build-unknown-name.ts';

/** Unknown machines, states, events and times, and rows of the server that the document lacks. */
export function* checkMachineNames(journey: CheckedJourney): Generator<FindingDraft> {
  const { machines } = journey.document;
  for (const [name, machine] of Object.entries(machines)) {
    yield* ofSubject(journey, name, machine);
    yield* ofStates(journey, name, machine);
    yield* ofTransitions(journey, name, machine);
  }
  yield* missingMachines(journey);
}

function findRow({ names }: CheckedJourney, name: string) {
  return Object.hasOwn(names.machines, name) ? names.machines[name] : undefined;
}

function* ofSubject(journey: CheckedJourney, name: string, { subject }: JourneyMachine): Generator<FindingDraft> {
  const isRow = findRow(journey, name) !== undefined;
  if (subject === 'row' && !isRow)
    yield buildUnknownName(
      'machine of rows',
      name,
      Object.keys(journey.names.machines),
      locateInJourney(journey, ['machines', name], 'key'),
    );
  if (subject === 'visitor' && isRow)
    yield {
      location: locateInJourney(journey, ['machines', name, 'subject']),
      message: `The states of "${name}" are rows of the database, which the server checks at every transition.`,
      expected: '"row"',
      found: subject,
    };
}

function* missingMachines(journey: CheckedJourney): Generator<FindingDraft> {
  const { machines } = journey.document;
  const rows = Object.keys(journey.names.machines);
  // A misspelt row is not reported as missing as well.
  if (Object.entries(machines).some(([name, { subject }]) => subject === 'row' && !rows.includes(name))) return;
  for (const name of rows) {
    if (Object.hasOwn(machines, name)) continue;
    yield {
      location: locateInJourney(journey, ['machines'], 'key'),
      message: `The machine "${name}" is missing: the server needs it before it changes a row.`,
      expected: `"${name}" with the states ${journey.names.machines[name]?.states.join(', ') ?? ''}`,
      found: name,
    };
  }
}

function* ofStates(journey: CheckedJourney, name: string, machine: JourneyMachine): Generator<FindingDraft> {
  const path: Path = ['machines', name];
  const states = Object.keys(machine.states);
  const row = findRow(journey, name);
  const foreign = row === undefined ? [] : states.filter((state) => !row.states.includes(state));
  for (const state of foreign)
    yield buildUnknownName(
      `state of "${name}"`,
      state,
      row?.states ?? [],
      locateInJourney(journey, [...path, 'states', state], 'key'),
    );
  const missing = foreign.length > 0 ? [] : (row?.states ?? []).filter((state) => !states.includes(state));
  for (const state of missing) {
    yield {
      location: locateInJourney(journey, [...path, 'states'], 'key'),
      message: `The state "${state}" is missing in "${name}": rows of the database may have it.`,
      expected: row?.states.join(', ') ?? '',
      found: states,
      mark: state,
    };
  }
  for (const [state, { for: time }] of Object.entries(machine.states)) {
    if (time !== undefined && !journey.names.times.includes(time))
      yield buildUnknownName(
        'time',
        time,
        journey.names.times,
        locateInJourney(journey, [...path, 'states', state, 'for']),
      );
  }
  for (const key of ['initial', 'whenUnknown'] as const) yield* ofState(journey, machine[key], states, [...path, key]);
}

function* ofState(
  journey: CheckedJourney,
  state: string | undefined,
  states: readonly string[],
  path: Path,
): Generator<FindingDraft> {
  const [, machine] = path;
  if (state !== undefined && !states.includes(state))
    yield buildUnknownName(`state of "${machine}"`, state, states, locateInJourney(journey, path));
}

function* ofTransitions(journey: CheckedJourney, name: string, machine: JourneyMachine): Generator<FindingDraft> {
  const states = Object.keys(machine.states);
  for (const [index, { from, on, to }] of machine.transitions.entries()) {
    const path: Path = ['machines', name, 'transitions', index];
    for (const [at, state] of from.entries()) yield* ofState(journey, state, states, [...path, 'from', at]);
    yield* ofState(journey, to, states, [...path, 'to']);
    if (machine.subject === 'row' || findRow(journey, name) !== undefined)
      yield* ofEvent(journey, name, on, [...path, 'on']);
    else yield* ofOutcome(journey, on, [...path, 'on']);
  }
}

function* ofEvent(journey: CheckedJourney, machine: string, on: string, path: Path): Generator<FindingDraft> {
  const row = findRow(journey, machine);
  if (row !== undefined && !Object.hasOwn(row.events, on))
    yield buildUnknownName(`event of "${machine}"`, on, Object.keys(row.events), locateInJourney(journey, path));
}

function* ofOutcome(journey: CheckedJourney, on: string, path: Path): Generator<FindingDraft> {
  const { useCases } = journey.names;
  const [useCase = '', outcome, ...more] = on.split('.');
  const outcomes = Object.hasOwn(useCases, useCase) ? useCases[useCase] : undefined;
  if (outcomes !== undefined && outcome !== undefined && more.length === 0 && Object.hasOwn(outcomes, outcome)) return;
  const all = Object.entries(useCases).flatMap(([name, its]) => Object.keys(its).map((each) => `${name}.${each}`));
  const near = outcomes === undefined ? all : Object.keys(outcomes).map((each) => `${useCase}.${each}`);
  yield {
    location: locateInJourney(journey, path),
    message: `There is no outcome "${on}", so this never happens.`,
    expected:
      outcomes === undefined
        ? `a use case and its outcome, such as "register.registered"; the use cases are ${Object.keys(useCases).join(', ')}`
        : `one of ${near.join(', ')}`,
    found: on,
    suggestion: suggestName(on, near),
  };
}
