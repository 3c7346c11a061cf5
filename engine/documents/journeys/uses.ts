import type { JourneyConditions, JourneyDocument, JourneyEffect } from '#schemas/generated/documents.ts';
import type { Path } from '../source-location.ts';

/** One effect of an outcome, where it is written. */
export interface EffectUse {
  readonly useCase: string;
  readonly outcome: string;
  readonly effect: JourneyEffect;
  readonly path: Path;
}

export function* listEffects({ outcomes }: JourneyDocument): Generator<EffectUse> {
  for (const [useCase, byOutcome] of Object.entries(outcomes)) {
    for (const [outcome, effects] of Object.entries(byOutcome)) {
      for (const [index, effect] of effects.entries())
        yield { useCase, outcome, effect, path: ['outcomes', useCase, outcome, index] };
    }
  }
}

interface Alternative {
  readonly when?: JourneyConditions;
  readonly page?: string;
  readonly screen?: string;
}

/** A list of alternatives, of which the first with matching conditions applies. */
export interface AlternativesUse {
  readonly alternatives: readonly Alternative[];
  readonly path: Path;
  /** Its outcome, such as `register.registered`; absent where only the visitor's session is known. */
  readonly outcome?: string;
}

export function* listAlternatives(document: JourneyDocument): Generator<AlternativesUse> {
  for (const [machine, { states }] of Object.entries(document.machines)) {
    for (const [state, { screens }] of Object.entries(states)) {
      if (screens !== undefined)
        yield { alternatives: screens, path: ['machines', machine, 'states', state, 'screens'] };
    }
  }
  for (const [form, { needs }] of Object.entries(document.forms)) {
    if (needs !== undefined) yield { alternatives: needs.otherwise, path: ['forms', form, 'needs', 'otherwise'] };
  }
  for (const [useCase, byOutcome] of Object.entries(document.outcomes)) {
    for (const [outcome, effects] of Object.entries(byOutcome))
      yield { alternatives: effects, path: ['outcomes', useCase, outcome], outcome: `${useCase}.${outcome}` };
  }
  for (const [guard, alternatives] of Object.entries(document.guards ?? {}))
    yield { alternatives, path: ['guards', guard] };
}

/** A reference to something outside the document, with its position. */
export interface NamedUse {
  readonly name: string;
  readonly path: Path;
}

/** Ids of pages. */
export function* listPageUses(document: JourneyDocument): Generator<NamedUse> {
  for (const { alternatives, path } of listAlternatives(document)) yield* named(alternatives, 'page', path);
  for (const [flow, { steps }] of Object.entries(document.flows)) yield* named(steps, 'page', ['flows', flow, 'steps']);
  for (const [form, { page, otherwise }] of Object.entries(document.forms)) {
    yield { name: page, path: ['forms', form, 'page'] };
    if (otherwise !== undefined) yield { name: otherwise, path: ['forms', form, 'otherwise'] };
  }
}

/** Machines that choose a page. */
export function* listScreens(document: JourneyDocument): Generator<NamedUse> {
  for (const { alternatives, path } of listAlternatives(document)) yield* named(alternatives, 'screen', path);
}

function* named<Key extends string>(
  items: readonly Readonly<Partial<Record<Key, string>>>[],
  key: Key,
  path: Path,
): Generator<NamedUse> {
  for (const [index, item] of items.entries()) {
    const name = item[key];
    if (name !== undefined) yield { name, path: [...path, index, key] };
  }
}

/** Translation keys. */
export function* listTextUses(document: JourneyDocument): Generator<NamedUse> {
  for (const { effect, path } of listEffects(document)) {
    if (effect.sentence !== undefined) yield { name: effect.sentence, path: [...path, 'sentence'] };
  }
  for (const [error, { message }] of Object.entries(document.refusals ?? {}))
    yield { name: message, path: ['refusals', error, 'message'] };
}
