import type { JourneyDocument } from '#schemas/generated/documents.ts';

export type MutantKind =
  | 'transition'
  | 'alternative'
  | 'screen'
  | 'refusal'
  | 'guard way'
  | 'form address'
  | 'form way'
  | 'step';

/** A document in which a single thing is broken. */
export interface Mutant {
  readonly kind: MutantKind;
  /** Where, and how, such as `guards.code.0 removed`. */
  readonly name: string;
  /** Part of the document that walks go over. */
  readonly place: string;
  /** Breaks it in a copy of a document. */
  readonly apply: (document: JourneyDocument) => JourneyDocument;
}

/** A page of the project that no journey leads to. */
const ELSEWHERE = 'pages/about-us';

type Json = Record<string, unknown>;
type Place = readonly (string | number)[];

/** Everything in a document broken, one thing at a time: taken away, or led to another page. */
export function mutants(document: JourneyDocument): readonly Mutant[] {
  const { machines, outcomes, refusals = {}, guards = {}, forms, flows } = document;
  return [
    ...entries(machines).flatMap(([machine, { subject, transitions, states }]) => [
      ...transitions.flatMap(({ to }, index) => {
        const place = ['machines', machine, 'transitions', index];
        const other = Object.keys(states).find((state) => state !== to);
        // Where an event leads a row is what its code does; `npm run check` compares the two.
        const isLed = subject === 'visitor' && other !== undefined;
        return [removed('transition', place), ...(isLed ? [set('transition', place, { to: other })] : [])];
      }),
      ...entries(states).flatMap(([state, { screens = [] }]) =>
        screens.flatMap((_, index) => broken('screen', ['machines', machine, 'states', state, 'screens', index])),
      ),
    ]),
    ...entries(outcomes).flatMap(([useCase, byOutcome]) =>
      entries(byOutcome).flatMap(([outcome, effects]) =>
        effects.flatMap(({ when }, index) => {
          const place = ['outcomes', useCase, outcome, index];
          return [removed('alternative', place), replaced('alternative', place, { when, page: ELSEWHERE })];
        }),
      ),
    ),
    ...entries(refusals).flatMap(([error, { deny }]) => {
      const place = ['refusals', error];
      const other = deny === 'invalid' ? 'expired' : 'invalid';
      return [
        removed('refusal', place),
        set('refusal', place, { deny: other }),
        set('refusal', place, { message: 'refusals.stepClosed' }),
      ];
    }),
    ...entries(guards).flatMap(([guard, ways]) =>
      ways.flatMap(({ when, page }, index) => {
        const place = ['guards', guard, index];
        // Where nothing is said, guards lead to the start page all the same.
        const isSame = when === undefined && page === 'landings/default';
        return isSame ? [led('guard way', place)] : broken('guard way', place);
      }),
    ),
    ...entries(forms).flatMap(([form, { otherwise, needs }]) => [
      set('form address', ['forms', form], { post: 'elsewhere' }),
      set('form address', ['forms', form], { page: ELSEWHERE }),
      ...(otherwise === undefined ? [] : [set('form way', ['forms', form], { otherwise: ELSEWHERE })]),
      ...(needs?.otherwise ?? []).flatMap((_, index) =>
        broken('form way', ['forms', form, 'needs', 'otherwise', index]),
      ),
    ]),
    ...entries(flows).flatMap(([flow, { steps }]) =>
      steps.flatMap(({ page }, index) => {
        const place = ['flows', flow, 'steps', index];
        return [
          removed('step', place),
          set('step', place, { form: 'become-member' }),
          ...(page === undefined ? [] : [set('step', place, { page: ELSEWHERE })]),
        ];
      }),
    ),
  ];
}

function entries<Value>(table: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(table);
}

/** A page of a list of alternatives taken away, and led elsewhere. */
function broken(kind: MutantKind, place: Place): Mutant[] {
  return [removed(kind, place), led(kind, place)];
}

function removed(kind: MutantKind, place: Place): Mutant {
  return mutant(kind, place, 'removed', (parent, key) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else Reflect.deleteProperty(parent, key);
  });
}

/** The same condition, another page. */
function led(kind: MutantKind, place: Place): Mutant {
  return mutant(kind, place, `leads to ${ELSEWHERE}`, (parent, key) => {
    const own = parent[key] as Json;
    parent[key] = { ...('when' in own && { when: own['when'] }), page: ELSEWHERE };
  });
}

function replaced(kind: MutantKind, place: Place, value: Json): Mutant {
  return mutant(kind, place, `leads to ${ELSEWHERE}`, (parent, key) => {
    parent[key] = value;
  });
}

function set(kind: MutantKind, place: Place, values: Json): Mutant {
  return mutant(kind, place, Object.entries(values).flat().join(' is '), (parent, key) => {
    parent[key] = { ...(parent[key] as Json), ...values };
  });
}

function mutant(kind: MutantKind, place: Place, how: string, change: (parent: Json, key: string) => void): Mutant {
  const path = place.join('.');
  return {
    kind,
    name: `${path} ${how}`,
    place: path,
    apply(document) {
      const copy = structuredClone(document);
      const parent = place.slice(0, -1).reduce<Json>((value, key) => value[key] as Json, copy as unknown as Json);
      change(parent, String(place.at(-1)));
      return copy;
    },
  };
}
