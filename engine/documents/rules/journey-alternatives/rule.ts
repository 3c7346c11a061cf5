import { type Conditions, holds } from '../../journeys/conditions.ts';
import { type CheckedJourney, listCheckedJourneys, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { isKnown, findOutcomesKnowing } from '../../journey-checks/known-after.ts';
import { namesExist } from '../../journey-checks/names/index.ts';
import { type AlternativesUse, listAlternatives } from '../../journeys/uses.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Rule } from '../rule.ts';

export const journeyAlternatives: Rule = {
  id: 'journey-alternatives',
  severity: 'error',
  description:
    'In every list of alternatives each one is reachable, one of them always applies, and their conditions are available at that place.',
  project: function* (project) {
    for (const journey of listCheckedJourneys(project)) {
      if (!namesExist(journey)) continue;
      for (const use of listAlternatives(journey.document)) {
        const strange = [...unknowable(journey, use)];
        yield* strange;
        if (strange.length === 0) yield* badlyOrdered(journey, use);
      }
    }
  },
};

function* unknowable(
  journey: CheckedJourney,
  { alternatives, path, outcome }: AlternativesUse,
): Generator<FindingDraft> {
  for (const [index, { when = {} }] of alternatives.entries()) {
    for (const condition of Object.keys(when)) {
      if (isKnown(journey, condition, outcome)) continue;
      const known = (findOutcomesKnowing(journey, condition) ?? []).map(spoken);
      yield {
        location: locateInJourney(journey, [...path, index, 'when', condition], 'key'),
        message:
          outcome === undefined
            ? `Here only the visitor's session is known, so the condition "${condition}" never holds.`
            : `After the outcome "${outcome}" the condition "${condition}" is not known, so it never holds.`,
        expected: `"${condition}" in the effects of ${known.join(', ')} only`,
        found: condition,
      };
    }
  }
}

/** `*.refused` in plain language. */
function spoken(pattern: string): string {
  if (pattern === '*') return 'an outcome';
  return pattern.startsWith('*.') ? `an outcome "${pattern.slice(2)}"` : `"${pattern}"`;
}

function* badlyOrdered(journey: CheckedJourney, { alternatives, path }: AlternativesUse): Generator<FindingDraft> {
  const used = new Set<number>();
  let gap: Conditions | undefined;
  for (const situation of combineConditions(journey, alternatives)) {
    const first = alternatives.findIndex(({ when }) => holds(when, situation));
    if (first >= 0) used.add(first);
    else gap ??= situation;
  }
  for (const index of alternatives.keys()) {
    if (used.has(index)) continue;
    yield {
      location: locateInJourney(journey, [...path, index]),
      message: 'This alternative is never reached: an earlier one always applies first.',
      expected: 'the alternative with more conditions first',
      found: alternatives[index]?.when ?? 'no conditions',
      mark: String(index),
    };
  }
  if (gap === undefined) return;
  const missing = Object.entries(gap).map(([name, value]) => `"${name}" is "${value ?? ''}"`);
  yield {
    location: locateInJourney(journey, path, 'key'),
    message: `None of these alternatives applies when ${missing.join(' and ')}.`,
    expected: 'a last alternative without "when"',
    found: gap,
  };
}

/** All combinations of values of a list's conditions. */
function combineConditions(
  { names }: CheckedJourney,
  alternatives: AlternativesUse['alternatives'],
): Iterable<Conditions> {
  const asked = new Set(alternatives.flatMap(({ when = {} }) => Object.keys(when)));
  return [...asked].reduce<Conditions[]>(
    (situations, name) =>
      situations.flatMap((situation) =>
        (names.conditions[name] ?? []).map((value) => ({ ...situation, [name]: value })),
      ),
    [{}],
  );
}
