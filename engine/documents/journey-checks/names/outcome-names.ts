import { facetValues } from '#schemas/generated/vocabulary.ts';
import type { JourneyDocument, JourneyEffect } from '#schemas/generated/documents.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import { type CheckedJourney, locateInJourney } from '../checked-journey.ts';
import {
  type AlternativesUse,
  type EffectUse,
  listAlternatives,
  listEffects,
  listScreens,
} from '../../journeys/uses.ts';
import { buildUnknownName } from './build-unknown-name.ts';

/** Condition whose values are the errors that a code is refused for. */
export const ERROR = 'error';

/** Facet of the deny page with the reason. */
const REFUSAL = 'refusal';

/** Use cases, outcomes, conditions, machines, errors, guards and events that do not exist. */
export function* checkOutcomeNames(journey: CheckedJourney): Generator<FindingDraft> {
  yield* ofUseCases(journey);
  yield* ofConditions(journey);
  yield* ofScreens(journey);
  for (const use of listEffects(journey.document)) yield* ofEffect(journey, use);
  yield* ofRefusals(journey);
  const { guards } = journey.names;
  for (const guard of Object.keys(journey.document.guards ?? {})) {
    if (!guards.includes(guard))
      yield buildUnknownName('guard', guard, guards, locateInJourney(journey, ['guards', guard], 'key'));
  }
}

function* ofUseCases(journey: CheckedJourney): Generator<FindingDraft> {
  const { useCases } = journey.names;
  for (const [useCase, byOutcome] of Object.entries(journey.document.outcomes)) {
    const known = Object.hasOwn(useCases, useCase) ? useCases[useCase] : undefined;
    if (known === undefined) {
      yield buildUnknownName(
        'use case',
        useCase,
        Object.keys(useCases),
        locateInJourney(journey, ['outcomes', useCase], 'key'),
      );
      continue;
    }
    for (const outcome of Object.keys(byOutcome)) {
      if (!Object.hasOwn(known, outcome))
        yield buildUnknownName(
          `outcome of "${useCase}"`,
          outcome,
          Object.keys(known),
          locateInJourney(journey, ['outcomes', useCase, outcome], 'key'),
        );
    }
  }
}

function* ofConditions(journey: CheckedJourney): Generator<FindingDraft> {
  const { conditions } = journey.names;
  for (const { alternatives, path } of conditionsIn(journey.document)) {
    for (const [index, { when = {} }] of alternatives.entries()) {
      for (const [name, asked] of Object.entries(when)) {
        const values = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
        const location = [...path, index, 'when', name];
        if (values === undefined) {
          yield buildUnknownName('condition', name, Object.keys(conditions), locateInJourney(journey, location, 'key'));
          continue;
        }
        const asks = [asked].flat();
        const foreign = asks.findIndex((value) => !values.includes(value));
        if (foreign >= 0)
          yield buildUnknownName(
            `value of the condition "${name}"`,
            asks[foreign] ?? '',
            values,
            locateInJourney(journey, typeof asked === 'string' ? location : [...location, foreign]),
          );
      }
    }
  }
}

/** Everything with conditions: alternatives, and events of effects. */
function* conditionsIn(document: JourneyDocument): Generator<Pick<AlternativesUse, 'alternatives' | 'path'>> {
  yield* listAlternatives(document);
  for (const { effect, path } of listEffects(document))
    yield { alternatives: effect.conditionalEvents ?? [], path: [...path, 'conditionalEvents'] };
}

function* ofScreens(journey: CheckedJourney): Generator<FindingDraft> {
  const { machines } = journey.document;
  const visitors = Object.keys(machines).filter((name) => machines[name]?.subject === 'visitor');
  for (const { name, path } of listScreens(journey.document)) {
    if (!visitors.includes(name))
      yield buildUnknownName('machine of visitors', name, visitors, locateInJourney(journey, path));
  }
}

const VALUE = /\{([^{}]*)\}/g;

function* ofEffect(journey: CheckedJourney, { useCase, outcome, effect, path }: EffectUse): Generator<FindingDraft> {
  const values = journey.names.useCases[useCase]?.[outcome];
  for (const [parameter, text] of Object.entries(effect.query ?? {})) {
    for (const [, name = ''] of text.matchAll(VALUE)) {
      if (values !== undefined && !values.includes(name))
        yield buildUnknownName(
          `value of the outcome "${useCase}.${outcome}"`,
          name,
          values,
          locateInJourney(journey, [...path, 'query', parameter]),
        );
    }
  }
  yield* ofEvents(journey, effect, path);
}

/** Events that no schema of the journey knows, in an effect. */
function* ofEvents(journey: CheckedJourney, effect: JourneyEffect, path: Path): Generator<FindingDraft> {
  const { events } = journey.names;
  const own = [effect.event ?? []].flat().entries();
  for (const [index, name] of own) {
    const location = typeof effect.event === 'string' ? [...path, 'event'] : [...path, 'event', index];
    if (!events.includes(name)) yield buildUnknownName('event', name, events, locateInJourney(journey, location));
  }
  for (const [index, { event }] of (effect.conditionalEvents ?? []).entries()) {
    const location = [...path, 'conditionalEvents', index, 'event'];
    if (!events.includes(event)) yield buildUnknownName('event', event, events, locateInJourney(journey, location));
  }
}

function* ofRefusals(journey: CheckedJourney): Generator<FindingDraft> {
  const errors = journey.names.conditions[ERROR] ?? [];
  const reasons = (facetValues as Readonly<Record<string, readonly string[]>>)[REFUSAL] ?? [];
  const { events } = journey.names;
  for (const [error, { deny, event }] of Object.entries(journey.document.refusals ?? {})) {
    if (event !== undefined && !events.includes(event))
      yield buildUnknownName('event', event, events, locateInJourney(journey, ['refusals', error, 'event']));
    if (!errors.includes(error))
      yield buildUnknownName('error', error, errors, locateInJourney(journey, ['refusals', error], 'key'));
    if (!reasons.includes(deny))
      yield buildUnknownName(
        `value of the facet "${REFUSAL}"`,
        deny,
        reasons,
        locateInJourney(journey, ['refusals', error, 'deny']),
      );
  }
}
