import { facetValues } from '#schemas/generated/vocabulary.ts';
import type { Remark } from '../../place.ts';
import { type CheckedJourney, placeIn } from '../checked-journey.ts';
import { type EffectUse, alternativesOf, effectsOf, screensOf } from '../../journeys/uses.ts';
import { unknownName } from './unknown-name.ts';

/** Condition whose values are the errors that a code is refused for. */
export const ERROR = 'error';

/** Facet of the deny page that says why. */
const REFUSAL = 'refusal';

/** Use cases, outcomes, conditions, machines, errors, guards and conversions that do not exist. */
export function* outcomeNames(journey: CheckedJourney): Generator<Remark> {
  yield* ofUseCases(journey);
  yield* ofConditions(journey);
  yield* ofScreens(journey);
  for (const use of effectsOf(journey.document)) yield* ofEffect(journey, use);
  yield* ofRefusals(journey);
  const { guards } = journey.names;
  for (const guard of Object.keys(journey.document.guards ?? {})) {
    if (!guards.includes(guard)) yield unknownName('guard', guard, guards, placeIn(journey, ['guards', guard], 'key'));
  }
}

function* ofUseCases(journey: CheckedJourney): Generator<Remark> {
  const { useCases } = journey.names;
  for (const [useCase, byOutcome] of Object.entries(journey.document.outcomes)) {
    const known = Object.hasOwn(useCases, useCase) ? useCases[useCase] : undefined;
    if (known === undefined) {
      yield unknownName('use case', useCase, Object.keys(useCases), placeIn(journey, ['outcomes', useCase], 'key'));
      continue;
    }
    for (const outcome of Object.keys(byOutcome)) {
      if (!Object.hasOwn(known, outcome))
        yield unknownName(
          `outcome of "${useCase}"`,
          outcome,
          Object.keys(known),
          placeIn(journey, ['outcomes', useCase, outcome], 'key'),
        );
    }
  }
}

function* ofConditions(journey: CheckedJourney): Generator<Remark> {
  const { conditions } = journey.names;
  for (const { alternatives, path } of alternativesOf(journey.document)) {
    for (const [index, { when = {} }] of alternatives.entries()) {
      for (const [name, asked] of Object.entries(when)) {
        const values = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
        const place = [...path, index, 'when', name];
        if (values === undefined) {
          yield unknownName('condition', name, Object.keys(conditions), placeIn(journey, place, 'key'));
          continue;
        }
        const asks = [asked].flat();
        const foreign = asks.findIndex((value) => !values.includes(value));
        if (foreign >= 0)
          yield unknownName(
            `value of the condition "${name}"`,
            asks[foreign] ?? '',
            values,
            placeIn(journey, typeof asked === 'string' ? place : [...place, foreign]),
          );
      }
    }
  }
}

function* ofScreens(journey: CheckedJourney): Generator<Remark> {
  const { machines } = journey.document;
  const visitors = Object.keys(machines).filter((name) => machines[name]?.subject === 'visitor');
  for (const { name, path } of screensOf(journey.document)) {
    if (!visitors.includes(name)) yield unknownName('machine of visitors', name, visitors, placeIn(journey, path));
  }
}

const VALUE = /\{([^{}]*)\}/g;

function* ofEffect(journey: CheckedJourney, { useCase, outcome, effect, path }: EffectUse): Generator<Remark> {
  const values = journey.names.useCases[useCase]?.[outcome];
  for (const [parameter, text] of Object.entries(effect.query ?? {})) {
    for (const [, name = ''] of text.matchAll(VALUE)) {
      if (values !== undefined && !values.includes(name))
        yield unknownName(
          `value of the outcome "${useCase}.${outcome}"`,
          name,
          values,
          placeIn(journey, [...path, 'query', parameter]),
        );
    }
  }
  const { conversions } = journey.names;
  if (effect.event !== undefined && !conversions.includes(effect.event))
    yield unknownName('conversion', effect.event, conversions, placeIn(journey, [...path, 'event']));
}

function* ofRefusals(journey: CheckedJourney): Generator<Remark> {
  const errors = journey.names.conditions[ERROR] ?? [];
  const reasons = (facetValues as Readonly<Record<string, readonly string[]>>)[REFUSAL] ?? [];
  for (const [error, { deny }] of Object.entries(journey.document.refusals ?? {})) {
    if (!errors.includes(error))
      yield unknownName('error', error, errors, placeIn(journey, ['refusals', error], 'key'));
    if (!reasons.includes(deny))
      yield unknownName(
        `value of the facet "${REFUSAL}"`,
        deny,
        reasons,
        placeIn(journey, ['refusals', error, 'deny']),
      );
  }
}
