import { refusedCharacters, tooMany, tryLater } from '#engine/shared/refusals.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { formFiles } from '#schemas/generated/form-files.ts';
import { listCheckedJourneys, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listJourneyForms } from '../../journey-checks/names/form-names.ts';
import { getFormRules } from '../../journeys/form-fields.ts';
import { listTextUses } from '../../journeys/uses.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { Project, TextLookup } from '../../project.ts';
import type { Rule } from '../rule.ts';

export const unknownText: Rule = {
  id: 'unknown-text',
  severity: 'error',
  description: 'Every translation key that a document, or a form of a journey, uses exists.',
  text: function* ({ value, location }, { texts }) {
    if (typeof value === 'string' && value.includes('.')) yield* unknownKey(value, location, texts);
  },
  project: function* (project) {
    const { names } = project.references.texts;
    const texts: TextLookup = { of: (name) => names.get(name), names: () => names.keys() };
    for (const journey of listCheckedJourneys(project)) {
      for (const { name, path } of listTextUses(journey.document))
        yield* unknownKey(name, locateInJourney(journey, path), texts);
    }
    yield* unknownMessages(project);
  },
};

function* unknownKey(key: string, location: SourceLocation, texts: TextLookup): Generator<FindingDraft> {
  if (texts.of(key) !== undefined) return;
  const namespace = key.slice(0, key.indexOf('.'));
  yield {
    location,
    message: `There is no text with the key "${key}" in any language.`,
    expected: `an entry "${key.slice(namespace.length + 1)}" in locales/<language>/${namespace}.json`,
    found: key,
    suggestion: suggestName(key, texts.names()),
  };
}

/** Messages of a journey's forms, from the schemas of the forms. */
function* unknownMessages(project: Project): Generator<FindingDraft> {
  const { names } = project.references.texts;
  for (const journey of listCheckedJourneys(project)) {
    for (const form of listJourneyForms(journey.name)) {
      if (!Object.hasOwn(journey.document.forms, form)) continue;
      const messages = Object.values(getFormRules(form, journey)).flatMap((rules) => Object.values(rules.messages));
      const keys = new Set([...messages, refusedCharacters, tooMany, tryLater]);
      const unknown = [...keys].filter((key) => !names.has(key));
      if (unknown.length === 0) continue;
      const file = [...formFiles].find(([name]) => name === form)?.[1] ?? '';
      yield {
        location: locateInJourney(journey, ['forms', form], 'key'),
        message: `The form "${form}" (${file}) has messages without a text in any language: ${unknown.join(', ')}.`,
        expected: 'an entry for each of them in locales/<language>/',
        found: unknown,
        suggestion: suggestName(unknown[0] ?? '', names.keys()),
      };
    }
  }
}
