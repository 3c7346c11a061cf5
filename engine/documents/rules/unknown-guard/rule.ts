import { type JsonObject, isObject, selectObjects } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { checkVariantShape, checkWrittenShape } from '../../schema-errors/validate.ts';
import type { Path } from '../../source-location.ts';
import type { WrittenDocument } from '../../written.ts';
import { guardChoices } from '#schemas/generated/vocabulary.ts';
import type { Rule } from '../rule.ts';

export const unknownGuard: Rule = {
  id: 'unknown-guard',
  severity: 'error',
  description: 'Every guard of a document exists and has options of its own only (G4).',
  written: function* (document) {
    yield* checkWrittenShape(document, 'unknown-guard');
    yield* foreignOptions(document);
  },
  expanded: (document) => checkVariantShape(document, 'unknown-guard'),
};

/** An option of another guard is ignored, so that visitors pass who were meant to be refused. */
function* foreignOptions({ file, kind, value }: WrittenDocument): Generator<FindingDraft> {
  if (kind !== 'page' && kind !== 'landing') return;
  const lists: readonly (readonly [path: Path, guards: unknown])[] = [
    [['guards'], value['guards']],
    ...selectObjects(value['changes']).map(
      ({ set }, index) => [['changes', index, 'set', 'guards'], isObject(set) ? set['guards'] : undefined] as const,
    ),
  ];
  for (const [path, guards] of lists)
    for (const [index, guard] of selectObjects(guards).entries())
      for (const option of Object.keys(guard)) {
        const names = listGuardsWith(option);
        if (names.length === 0 || names.includes(guard['name'])) continue;
        const own = listOptions(guard);
        yield {
          location: { file, path: [...path, index, option], at: 'key' },
          message: `"${option}" is an option of the guard ${names.map((name) => `"${String(name)}"`).join(', ')} and does nothing for "${String(guard['name'])}". Take it out, or name the guard that has it.`,
          expected: own.length === 0 ? 'no options' : `one of ${own.join(', ')}`,
          found: option,
          follows: [{ file, path: [...path, index] }],
        };
      }
}

const listGuardsWith = (option: string): readonly unknown[] =>
  option === 'name'
    ? []
    : [...new Set(guardChoices.filter((choice) => Object.hasOwn(choice, option)).map(({ name }) => name))];

const listOptions = ({ name }: JsonObject): readonly string[] => [
  ...new Set(
    guardChoices
      .filter((choice) => choice.name === name)
      .flatMap((choice) => Object.keys(choice).filter((key) => key !== 'name')),
  ),
];
