import { suggestName } from '#engine/shared/suggest-name.ts';
import type { FormRules } from '#schemas/generated/forms.ts';
import type { ExpandedDocument } from '../../inheritance/expander.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { getShownFormRules } from '../../journey-checks/shown-form-rules.ts';
import {
  type AskedField,
  findShownFields,
  type JourneyFormUse,
  listJourneyFormUses,
} from '../../journey-checks/shown-forms.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';

/** Missing, unknown and duplicate fields of a block. */
export function* checkBlockFields(document: ExpandedDocument, project: Project): Generator<FindingDraft> {
  for (const shown of listJourneyFormUses(document, project)) {
    const fields = findShownFields(shown.block);
    if (fields === null) continue;
    const rules = getShownFormRules(shown.form, project);
    const mistaken = [...needless(shown, fields, rules)];
    yield* mistaken;
    // An unknown or duplicate name may be a mistake for a missing one.
    if (mistaken.length === 0) yield* leftOut(shown, fields, rules);
  }
}

/** The form could never be sent, because a required field is missing on the page. */
function* leftOut(
  { form, block }: JourneyFormUse,
  fields: readonly AskedField[],
  rules: FormRules,
): Generator<FindingDraft> {
  const required = Object.keys(rules).filter((field) => rules[field]?.required === true);
  const missing = required.filter((field) => !fields.some(({ name }) => name === field));
  if (missing.length === 0) return;
  const [property = ''] = fields[0]?.path ?? [];
  const location = locateInside(getOrigin(block), fields.length === 0 ? [] : [property]);
  yield {
    location,
    follows: [location],
    message: `The form "${form}" requires ${listed(missing)}, which no block here asks for: every submission would be refused.`,
    expected: `fields with ${listed(required)}`,
    found: fields.map(({ name }) => name),
  };
}

function* needless(
  { form, block }: JourneyFormUse,
  fields: readonly AskedField[],
  rules: FormRules,
): Generator<FindingDraft> {
  const known = Object.keys(rules);
  const seen = new Set<string>();
  for (const { name, path } of fields) {
    const location = locateInside(getOrigin(block), path);
    if (seen.has(name)) {
      yield {
        location,
        message: `"${name}" is asked for twice, and only one of the answers would count.`,
        expected: 'each field once',
        found: name,
      };
    } else if (!known.includes(name)) {
      yield {
        location,
        message: `The form "${form}" does not take "${name}": what is typed there would be lost.`,
        expected: `one of ${known.join(', ')}`,
        found: name,
        suggestion: suggestName(name, known),
      };
    }
    seen.add(name);
  }
}

/** One form in two blocks that are visible together. */
export function* findFormsShownTwice(document: ExpandedDocument, project: Project): Generator<FindingDraft> {
  const shown = listJourneyFormUses(document, project);
  for (const [index, { form, block, when }] of shown.entries()) {
    if (block['window'] !== undefined || findShownFields(block) === null) continue;
    const other = shown.slice(0, index).find((each) => each.form === form && !excludes(each.when, when));
    if (other === undefined || other.block['window'] !== undefined) continue;
    yield {
      location: locateInside(getOrigin(block), [], 'value'),
      message: `The block "${String(other.block['id'])}" of this page shows the form "${form}" already, so each field is there twice.`,
      expected: 'one block with the form, or blocks whose conditions exclude each other',
      found: block['id'],
    };
  }
}

function excludes(one: JourneyFormUse['when'], other: JourneyFormUse['when']): boolean {
  return Object.entries(one).some(([facet, value]) => other[facet] !== undefined && other[facet] !== value);
}

function listed(fields: readonly string[]): string {
  return fields.map((field) => `"${field}"`).join(', ');
}
