import { suggestName } from '#engine/shared/suggest-name.ts';
import {
  BLOCK_FIELD,
  CONFIRM_DAYS,
  CONFIRMATION_FIELD,
  HONEYPOT_FIELD,
  MAX_FORM_BYTES,
} from '#engine/shared/shown-form.ts';
import { documentValidators } from '#schemas/generated/validators.js';
import type { FormDocument, FormField, FormSent } from '#schemas/generated/documents.ts';
import { withFieldDefaults } from '../../forms/field-rules.ts';
import { computePostedSize } from '../../forms/compute-posted-size.ts';
import type { FindingDraft, MissingName } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';
import { readDay } from '../claims/read-day.ts';
import { hidesProperty } from './hides-property.ts';

/** Names of hidden fields that every form posts. */
const RESERVED: readonly string[] = ['document', BLOCK_FIELD, CONFIRMATION_FIELD, HONEYPOT_FIELD, 'token'];

export const formFields: Rule = {
  id: 'form-fields',
  severity: 'error',
  description: 'The fields of a form are consistent: unique names, and conditions and limits that answers can meet.',
  written: function* (document) {
    if (document.kind !== 'form' || documentValidators.form(document.value).length > 0) return;
    // Validated above.
    const form = document.value as unknown as FormDocument;
    const fields = form.fields.map(withFieldDefaults);
    for (const [index, field] of fields.entries()) {
      const finding = findingCreator(document, ['fields', index]);
      yield* names(form, index, field, finding);
      yield* condition(form, fields.slice(0, index), field, document, index);
      yield* limits(field, finding);
      yield* unneeded(field, finding);
    }
    yield* stepFields(form, document);
    yield* actions(form, document);
    yield* confirmation(form, document);
    if (form.sent !== undefined) yield* target(form.sent, ['sent'], document);
    yield* submission(form, document);
    if (form.confirm !== undefined) yield* target(form.confirm.confirmed, ['confirm', 'confirmed'], document);
    yield* placeCounts({ ...form, fields }, document);
    yield* size(form, document);
  },
};

/** A field that was renamed is one finding, however many parts of the form name it. */
const missingField = (
  { file }: WrittenDocument,
  { fields }: Pick<FormDocument, 'fields'>,
  name: string,
): MissingName | undefined => (fields.some((field) => field.name === name) ? undefined : { name: `${file}#${name}` });

type CreateFinding = (path: Path, message: string, more?: Partial<FindingDraft>) => FindingDraft;

const findingCreator =
  ({ file }: WrittenDocument, at: Path): CreateFinding =>
  (path, message, more = {}) => ({ location: { file, path: [...at, ...path] }, message, ...more });

function* names(
  { fields }: FormDocument,
  index: number,
  { name }: FormField,
  finding: CreateFinding,
): Generator<FindingDraft> {
  if (RESERVED.includes(name))
    yield finding(['name'], `Every form posts a hidden field "${name}". Call this one otherwise.`, { found: name });
  if (name === 'country')
    yield finding(['name'], 'Pages choose an answer to a field "country" by themselves. Call this one otherwise.', {
      expected: 'another name, such as "countryOfDelivery"',
      found: name,
    });
  if (hidesProperty(name))
    yield finding(['name'], `A field "${name}" would hide what scripts read of its form. Call this one otherwise.`, {
      found: name,
    });
  if (fields.slice(0, index).some((other) => other.name === name))
    yield finding(['name'], `There is a field "${name}" already: only one of the two answers would be stored.`, {
      expected: 'a name that no other field of the form has',
      found: name,
    });
}

/** Values of a field that conditions may refer to. */
function listValues(field: FormField): readonly string[] {
  if ('options' in field) return field.options.map(({ value }) => value);
  return field.type === 'checkbox' || field.type === 'consent' ? ['on'] : [];
}

function* condition(
  form: FormDocument,
  earlier: readonly FormField[],
  { when }: FormField,
  document: WrittenDocument,
  index: number,
): Generator<FindingDraft> {
  if (when === undefined) return;
  const finding = findingCreator(document, ['fields', index]);
  const known = earlier.filter((field) => listValues(field).length > 0).map(({ name }) => name);
  const other = earlier.find(({ name }) => name === when.field);
  if (other === undefined || !known.includes(other.name)) {
    yield finding(
      ['when', 'field'],
      `No earlier field "${when.field}" has options or is a box to tick, so this field is never shown.`,
      {
        expected: known.length === 0 ? 'a field with options before this one' : `one of ${known.join(', ')}`,
        found: when.field,
        suggestion: suggestName(when.field, known),
        missing: missingField(document, form, when.field),
      },
    );
    return;
  }
  const values = listValues(other);
  for (const [position, value] of when.is.entries()) {
    if (values.includes(value)) continue;
    yield finding(['when', 'is', position], `The field "${other.name}" never has the value "${value}".`, {
      expected: `one of ${values.join(', ')}`,
      found: value,
      suggestion: suggestName(value, values),
    });
  }
}

function* limits(field: FormField, finding: CreateFinding): Generator<FindingDraft> {
  const pairs: readonly (readonly [least: string, greatest: string])[] = [
    ['minLength', 'maxLength'],
    ['minimum', 'maximum'],
    ['from', 'to'],
  ];
  const value = (name: string): unknown => (Object.hasOwn(field, name) ? Reflect.get(field, name) : undefined);
  for (const [least, greatest] of pairs) {
    const [low, high] = [value(least), value(greatest)];
    const isReversed =
      (typeof low === 'number' && typeof high === 'number' && low > high) ||
      (typeof low === 'string' && typeof high === 'string' && low > high);
    if (isReversed)
      yield finding([least], `No answer fits: "${least}" is beyond "${greatest}".`, {
        found: low,
        expected: `at most ${String(high)}`,
      });
  }
  for (const name of ['from', 'to']) {
    const day = value(name);
    if (field.type === 'date' && day !== undefined && readDay(day) === undefined)
      yield finding([name], `There is no day ${String(day)}.`, { found: day, expected: 'a day of the calendar' });
  }
  if (!('options' in field)) return;
  for (const [index, { value: own, label }] of field.options.entries()) {
    const before = field.options.slice(0, index);
    if (before.some(({ value: other }) => other === own))
      yield finding(['options', index, 'value'], `The option "${own}" is there already.`, {
        expected: 'a value that no other option has',
        found: own,
      });
    else if (before.some(({ label: other }) => JSON.stringify(other) === JSON.stringify(label)))
      yield finding(
        ['options', index, 'label'],
        'Another option has the same label, so visitors cannot tell them apart.',
        {
          found: label,
        },
      );
  }
}

/** A message that is never shown, and an answer that browsers fill into a field of another type. */
function* unneeded(field: FormField, finding: CreateFinding): Generator<FindingDraft> {
  if (field.messages?.required !== undefined && field.required !== true)
    yield finding(
      ['messages', 'required'],
      'The field may be left empty, so this message is never shown. Make the field required, or take the message out.',
      { expected: '"required": true, or no message' },
    );
  const meant = 'autocomplete' in field ? field.autocomplete : undefined;
  if (field.type === 'text' && (meant === 'email' || meant === 'tel'))
    yield finding(
      ['autocomplete'],
      `Browsers fill in "${meant}" here, and the field takes any text. Give it that type, or another "autocomplete".`,
      { expected: `"type": "${meant}"`, found: meant },
    );
}

/** An entry must fit into one request. */
function* size(form: FormDocument, { file }: WrittenDocument): Generator<FindingDraft> {
  const bytes = computePostedSize(form);
  if (bytes <= MAX_FORM_BYTES) return;
  yield {
    location: { file, path: ['fields'] },
    message:
      'The longest entry that these fields allow is refused, because it is too large. Lower "maxLength" of a field.',
    expected: `at most ${MAX_FORM_BYTES} bytes, nine for each character`,
    found: bytes,
  };
}

/** Steps list each field once, in the order of the fields. */
function* stepFields({ steps = [], fields }: FormDocument, document: WrittenDocument): Generator<FindingDraft> {
  if (steps.length === 0) return;
  const known = fields.map(({ name }) => name);
  // A name that two fields have may be meant for one that steps name; it has a finding.
  if (new Set(known).size < known.length) return;
  const named = steps.flatMap((step) => step.fields);
  const lost = known.filter((name) => !named.includes(name));
  const strange = new Set(named.filter((name) => !known.includes(name)));
  const seen: string[] = [];
  const meant = new Set<string | undefined>();
  for (const [step, { fields: own }] of steps.entries())
    for (const [index, name] of own.entries()) {
      const finding = findingCreator(document, ['steps', step, 'fields']);
      if (!known.includes(name)) {
        // Of one name that no field has, and one field that no step names, one was renamed.
        const suggestion = suggestName(name, known) ?? (strange.size === 1 && lost.length === 1 ? lost[0] : undefined);
        meant.add(suggestion);
        yield finding([index], `The form has no field "${name}".`, {
          expected: 'the name of a field',
          found: name,
          suggestion,
          missing: missingField(document, { fields }, name),
        });
      } else if (seen.includes(name))
        yield finding([index], `The field "${name}" is in the steps already.`, { found: name });
      else if (known.indexOf(name) < Math.max(-1, ...seen.map((each) => known.indexOf(each))))
        yield finding(
          [index],
          `The field "${name}" comes earlier in "fields" than one that the steps name before it.`,
          {
            expected: 'the same order in "fields" and "steps"',
            found: name,
          },
        );
      seen.push(name);
    }
  for (const [index, name] of known.entries())
    if (!seen.includes(name) && !meant.has(name))
      yield findingCreator(document, ['fields', index])(['name'], `No step asks for the field "${name}".`, {
        expected: 'a step that names it',
        found: name,
      });
}

/** Each action happens once; a mail to the sender requires an `email` field. */
function* actions({ actions: list = [], fields }: FormDocument, document: WrittenDocument): Generator<FindingDraft> {
  const addresses = fields.filter(({ type }) => type === 'email').map(({ name }) => name);
  const receivers = list.map((action) =>
    JSON.stringify([
      action.do,
      action.do === 'mail-team' ? action.to : action.do === 'webhook' ? action.name : action.field,
    ]),
  );
  for (const [index, action] of list.entries()) {
    if (receivers.indexOf(receivers[index] ?? '') < index)
      yield findingCreator(document, ['actions', index])(['do'], 'An earlier action does the same. Take one out.', {
        expected: 'an action with another receiver',
        found: action.do,
      });
    if (action.do !== 'mail-sender' || addresses.includes(action.field)) continue;
    yield findingCreator(document, ['actions', index])(['field'], `The form has no email field "${action.field}".`, {
      expected: addresses.length === 0 ? 'the name of a field of the type "email"' : `one of ${addresses.join(', ')}`,
      found: action.field,
      suggestion: suggestName(action.field, addresses),
      missing: missingField(document, { fields }, action.field),
    });
  }
}

/** Confirmation requires an address in every entry, and a retention longer than its deadline. */
function* confirmation(
  { confirm, fields, retention }: FormDocument,
  document: WrittenDocument,
): Generator<FindingDraft> {
  if (confirm === undefined) return;
  const finding = findingCreator(document, ['confirm']);
  const addresses = fields.filter(({ type }) => type === 'email').map(({ name }) => name);
  const field = fields.find(({ name, type }) => name === confirm.field && type === 'email');
  if (field === undefined)
    yield finding(['field'], `The form has no email field "${confirm.field}".`, {
      expected: addresses.length === 0 ? 'the name of a field of the type "email"' : `one of ${addresses.join(', ')}`,
      found: confirm.field,
      suggestion: suggestName(confirm.field, addresses),
      missing: missingField(document, { fields }, confirm.field),
    });
  else if (field.required !== true || field.when !== undefined)
    yield finding(
      ['field'],
      `The field "${confirm.field}" may be left empty: such an entry could never be confirmed.`,
      {
        expected: 'a field with "required": true and without "when"',
      },
    );
  const days = confirm.days ?? CONFIRM_DAYS;
  if (days >= retention.days)
    yield finding(['days'], 'An entry could be deleted before its link ends.', {
      expected: `fewer days than "retention.days", ${retention.days}`,
      found: days,
    });
}

/** A form that can be sent needs texts for the sender. */
function* submission({ submit, sent }: FormDocument, document: WrittenDocument): Generator<FindingDraft> {
  if ((submit === undefined) === (sent === undefined)) return;
  const [own, missing] = submit === undefined ? ['sent', 'submit'] : ['submit', 'sent'];
  yield {
    location: { file: document.file, path: [own], at: 'key' },
    message: `"${own}" needs "${missing}": a form that is sent by itself has both, one that only asks questions in other forms has none.`,
    expected: `"${missing}"`,
  };
}

/** The thank-you page must exist. */
function* target(sent: FormSent, path: Path, document: WrittenDocument): Generator<FindingDraft> {
  if (sent.show !== 'page' || /^(?:pages|landings)\/[^?]+$/.test(sent.page)) return;
  yield findingCreator(document, path)(['page'], 'Thanks are shown on a page of this site.', {
    expected: 'a page or landing, such as "pages/about-us" or "pages/about-us#stores"',
    found: sent.page,
    // A document that does not exist is said by the rule that suggests one.
    follows: [{ file: document.file, path: [...path, 'page'] }],
  });
}

/** Places are counted by required, non-negative whole numbers. */
function* placeCounts({ places, fields }: FormDocument, document: WrittenDocument): Generator<FindingDraft> {
  if (places?.counts === undefined) return;
  const { counts } = places;
  const finding = findingCreator(document, ['places']);
  const numbers = fields.filter(({ type }) => type === 'number').map(({ name }) => name);
  const field = fields.find(({ name }) => name === counts);
  if (field?.type !== 'number') {
    yield finding(
      ['counts'],
      `The form has no number field "${counts}" that could say how many places an entry takes.`,
      {
        expected: numbers.length === 0 ? 'the name of a field of the type "number"' : `one of ${numbers.join(', ')}`,
        found: counts,
        suggestion: suggestName(counts, numbers),
        missing: missingField(document, { fields }, counts),
      },
    );
    return;
  }
  if (field.required !== true)
    yield finding(['counts'], `The field "${counts}" may be left empty: such an entry would take no place.`, {
      expected: 'a field with "required": true',
    });
  if ((field.minimum ?? 0) < 0)
    yield finding(['counts'], `The field "${counts}" accepts negative numbers, which would add places.`, {
      expected: 'a field whose "minimum" is at least 0',
      found: field.minimum,
    });
}
