import { findStateAfter } from '../../journeys/machine.ts';
import { type CheckedJourney, listCheckedJourneys, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { isKnown } from '../../journey-checks/known-after.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import { ERROR } from '../../journey-checks/names/outcome-names.ts';
import { type EffectUse, listEffects } from '../../journeys/uses.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Rule } from '../rule.ts';

export const journeyOutcomes: Rule = {
  id: 'journey-outcomes',
  severity: 'error',
  description:
    'Every outcome of every use case has effects, every effect has one target that its outcome can lead to, and every error of a code has its text.',
  project: function* (project) {
    for (const journey of listCheckedJourneys(project)) {
      yield* missingUseCases(journey);
      yield* missingOutcomes(journey);
      yield* missingRefusals(journey);
      for (const use of listEffects(journey.document)) {
        yield* targets(journey, use);
        if (namesExist(journey)) yield* unreachable(journey, use);
      }
    }
  },
};

function* missingUseCases(journey: CheckedJourney): Generator<FindingDraft> {
  const { outcomes } = journey.document;
  const useCases = Object.keys(journey.names.useCases);
  // A misspelt name is not missing, too.
  if (Object.keys(outcomes).some((useCase) => !useCases.includes(useCase))) return;
  for (const useCase of useCases) {
    if (Object.hasOwn(outcomes, useCase)) continue;
    yield {
      location: locateInJourney(journey, ['outcomes'], 'key'),
      message: `Nothing is said of the use case "${useCase}".`,
      expected: `"${useCase}" with effects for ${Object.keys(journey.names.useCases[useCase] ?? {}).join(', ')}`,
      found: useCase,
    };
  }
}

function* missingOutcomes(journey: CheckedJourney): Generator<FindingDraft> {
  for (const [useCase, byOutcome] of Object.entries(journey.document.outcomes)) {
    const outcomes = Object.keys(journey.names.useCases[useCase] ?? {});
    const said = Object.keys(byOutcome);
    if (said.some((outcome) => !outcomes.includes(outcome))) continue;
    for (const outcome of outcomes) {
      if (said.includes(outcome)) continue;
      yield {
        location: locateInJourney(journey, ['outcomes', useCase], 'key'),
        message: `Nothing is said of what becomes of the outcome "${outcome}" of "${useCase}".`,
        expected: `"${outcome}" with at least one effect, such as { "page": "landings/default" }`,
        found: said,
        mark: outcome,
      };
    }
  }
}

function* missingRefusals(journey: CheckedJourney): Generator<FindingDraft> {
  const { refusals = {} } = journey.document;
  const errors = journey.names.conditions[ERROR] ?? [];
  const said = Object.keys(refusals);
  if (said.some((error) => !errors.includes(error))) return;
  for (const error of errors) {
    if (said.includes(error)) continue;
    yield {
      location: locateInJourney(journey, ['refusals'], 'key'),
      message: `Nothing is said of what a visitor reads about the error "${error}".`,
      expected: `"${error}" with the value of the deny page and the words at the field`,
      found: said,
      mark: error,
    };
  }
}

const TARGETS = [
  'page',
  'screen',
  'step',
  'stay',
  'landingOfCode',
  'addressOfCode',
  'provider',
  'open',
  'refuse',
  'deny',
] as const;

/** Targets without a URL of their own, for which a query or an anchor has no meaning. */
const IN_PLACE: ReadonlySet<string> = new Set(['refuse', 'deny']);

function* targets(journey: CheckedJourney, { effect, path, useCase, outcome }: EffectUse): Generator<FindingDraft> {
  const said = Object.keys(effect).filter((key) => (TARGETS as readonly string[]).includes(key));
  const [target, another] = said;
  if (target === undefined) {
    yield {
      location: locateInJourney(journey, path),
      message: `This effect of "${useCase}.${outcome}" has no target.`,
      expected: `one of ${TARGETS.join(', ')}`,
      found: Object.keys(effect),
    };
    return;
  }
  if (another !== undefined) {
    yield {
      location: locateInJourney(journey, [...path, another], 'key'),
      message: `This effect of "${useCase}.${outcome}" has two targets, "${said.join('" and "')}".`,
      expected: `only one of ${TARGETS.join(', ')}`,
      found: said,
    };
    return;
  }
  yield* sentences(journey, { effect, path, useCase, outcome });
  for (const key of ['query', 'hash'] as const) {
    if (effect[key] === undefined || !IN_PLACE.has(target)) continue;
    yield {
      location: locateInJourney(journey, [...path, key], 'key'),
      message: `An effect with "${target}" does not redirect, so its "${key}" would have no effect.`,
      expected: `no "${key}", or another target such as "page"`,
      found: effect[key],
    };
  }
}

function* sentences(journey: CheckedJourney, { effect, path }: EffectUse): Generator<FindingDraft> {
  const { refuse, sentence } = effect;
  if (refuse === 'sentence' && sentence === undefined)
    yield {
      location: locateInJourney(journey, [...path, 'refuse']),
      message: 'An effect that refuses with a sentence does not say which one.',
      expected: '"sentence" with a translation key, such as "refusals.stepClosed"',
      found: refuse,
    };
  if (refuse !== 'sentence' && sentence !== undefined)
    yield {
      location: locateInJourney(journey, [...path, 'sentence'], 'key'),
      message: `The sentence "${sentence}" is never shown: only an effect with "refuse": "sentence" shows one.`,
      expected: '"refuse": "sentence"',
      found: sentence,
    };
}

/** Targets that are impossible for this outcome. */
function* unreachable(journey: CheckedJourney, use: EffectUse): Generator<FindingDraft> {
  yield* withoutState(journey, use);
  yield* withoutCode(journey, use);
  const { effect, path, useCase, outcome } = use;
  const shown = effect.deny !== undefined ? 'deny' : effect.refuse === 'code' ? 'refuse' : undefined;
  if (shown !== undefined && !isKnown(journey, ERROR, `${useCase}.${outcome}`))
    yield {
      location: locateInJourney(journey, [...path, shown]),
      message: `No code is refused by the outcome "${useCase}.${outcome}", so there is no error to explain.`,
      expected: 'another target, such as "refuse": "sentence"',
      found: effect[shown],
    };
}

function* withoutState(
  journey: CheckedJourney,
  { effect, path, useCase, outcome }: EffectUse,
): Generator<FindingDraft> {
  const { screen } = effect;
  const machine = screen === undefined ? undefined : journey.document.machines[screen];
  if (machine === undefined || findStateAfter(machine, `${useCase}.${outcome}`) !== null) return;
  yield {
    location: locateInJourney(journey, [...path, 'screen']),
    message: `The machine "${screen ?? ''}" has no transition on "${useCase}.${outcome}", so the screen to show is unknown.`,
    expected: `a transition with "on": "${useCase}.${outcome}", or a "page"`,
    found: screen,
    mark: `${useCase}.${outcome}`,
  };
}

function* withoutCode(journey: CheckedJourney, { effect, path, useCase, outcome }: EffectUse): Generator<FindingDraft> {
  const target = (['landingOfCode', 'addressOfCode'] as const).find((key) => effect[key] !== undefined);
  const values = journey.names.useCases[useCase]?.[outcome] ?? [];
  if (target === undefined || values.includes('code')) return;
  yield {
    location: locateInJourney(journey, [...path, target], 'key'),
    message: `The outcome "${useCase}.${outcome}" has no code, so there is no address to redirect to.`,
    expected: 'a "page" or a "screen"',
    found: target,
  };
}
