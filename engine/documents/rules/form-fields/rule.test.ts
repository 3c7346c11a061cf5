import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';
import { everyType } from '#tests/helpers/form-site.ts';
import { checkSmall } from '#tests/helpers/small-project.ts';
import { hidesProperty } from './hides-property.ts';

const [name, email, size, , guests, , , area] = everyType.fields;

const confirm = {
  field: 'email',
  mail: { subject: everyType.submit, paragraphs: [everyType.submit], button: everyType.submit },
  ask: { title: everyType.submit, submit: everyType.submit },
  confirmed: everyType.sent,
  expired: everyType.submit,
};

/** Findings of the rule in a form with these differences, as `path: message`. */
const findings = (more: object): readonly string[] =>
  checkSmall({ 'pages-config/forms/lead.json': { ...everyType, $schema: 'x', ...more } }).flatMap(
    ({ rule, path, message }) => (rule === 'unused-document' ? [] : [`${rule} ${path}: ${message.split(':')[0]}`]),
  );

test('A form with a field of each type has no finding', () => {
  expect(findings({})).toEqual([]);
});

test('Places of a number field without a minimum are never negative', () => {
  const fields = [email, { ...guests, required: true, minimum: undefined }];
  expect(findings({ fields, places: { total: 5, counts: 'guests', full: everyType.submit } })).toEqual([]);
});

test('No field has the name of a property that scripts of pages read of a form', () => {
  const scripts = listPaths('.', '{engine,journeys}/**/*.{ts,tsx}').filter(
    (file) => /client|browser|block-kit/.test(file) && !file.includes('.test.'),
  );
  const read = scripts
    .map((file) => readFileSync(file, 'utf8'))
    .filter((source) => source.includes('HTMLFormElement'))
    .flatMap((source) => [...source.matchAll(/\bform\.([a-zA-Z]+)\b/g)].flatMap(([, property]) => property ?? []));
  expect(read).toContain('action');
  // Forms of the store have these; `ts` ends names of files.
  const own = ['ts', 'values', 'errors', 'fields', 'refusal', 'state'];
  expect(read.filter((property) => !own.includes(property) && !hidesProperty(property))).toEqual([]);
});

test.each<[what: string, form: object, found: string]>([
  [
    'a name that hidden fields have',
    { fields: [email, { ...name, name: 'document' }] },
    'form-fields fields[1].name: Every form posts a hidden field "document". Call this one otherwise.',
  ],
  ...['action', 'id', 'constructor', 'toString'].map((own): [string, object, string] => [
    `a name that hides a property of forms or objects (${own})`,
    { fields: [email, { ...name, name: own }] },
    `form-fields fields[1].name: A field "${own}" would hide what scripts read of its form. Call this one otherwise.`,
  ]),
  [
    'a country, which pages choose themselves',
    { fields: [email, { ...name, name: 'country' }] },
    'form-fields fields[1].name: Pages choose an answer to a field "country" by themselves. Call this one otherwise.',
  ],
  ...[
    { what: 'of no field', fields: [name], found: 'field: The form has no email field "email".' },
    {
      what: 'of a field that may be empty',
      fields: [{ ...email, required: false }],
      found: 'field: The field "email" may be left empty',
    },
    {
      what: 'that takes longer than an entry is stored',
      fields: [email],
      days: 30,
      found: 'days: An entry could be deleted before its link ends.',
    },
  ].map(({ what, fields, found, ...more }): [string, object, string] => [
    `a confirmation ${what}`,
    { fields, actions: [], confirm: { ...confirm, ...more } },
    `form-fields confirm.${found}`,
  ]),
  ...[
    {
      what: 'with an unknown field',
      steps: [['email', 'nam'], ['name']],
      found: 'steps[0].fields[1]: The form has no field "nam".',
    },
    {
      what: 'with a field twice',
      steps: [['email', 'name'], ['name']],
      found: 'steps[1].fields[0]: The field "name" is in the steps already.',
    },
    {
      what: 'in another order',
      steps: [['name'], ['email']],
      found: 'steps[1].fields[0]: The field "email" comes earlier in "fields" than one that the steps name before it.',
    },
  ].map(({ what, steps, found }): [string, object, string] => [
    `steps ${what}`,
    { fields: [email, name], actions: [], steps: steps.map((own) => ({ title: everyType.submit, fields: own })) },
    `form-fields ${found}`,
  ]),
  [
    'fields whose longest entry is too large',
    { fields: [email, ...['one', 'two'].map((own) => ({ ...area, name: own, maxLength: 5_000 }))] },
    'form-fields fields: The longest entry that these fields allow is refused, because it is too large. Lower "maxLength" of a field.',
  ],
  [
    'a least length beyond the default of the greatest one',
    { fields: [email, { ...name, maxLength: undefined, minLength: 300 }] },
    'form-fields fields[1].minLength: No answer fits',
  ],
  [
    'a greatest number below the default of the smallest one',
    { fields: [email, { ...guests, minimum: undefined, maximum: -1 }] },
    'form-fields fields[1].minimum: No answer fits',
  ],
  [
    'a condition on a later field',
    { fields: [email, { ...name, when: { field: 'size', is: ['large'] } }, size] },
    'form-fields fields[1].when.field: No earlier field "size" has options or is a box to tick, so this field is never shown.',
  ],
  [
    'a condition on a line of text',
    { fields: [email, { ...name, when: { field: 'email', is: ['x'] } }] },
    'form-fields fields[1].when.field: No earlier field "email" has options or is a box to tick, so this field is never shown.',
  ],
  [
    'limits that no answer keeps',
    { fields: [email, { ...name, minLength: 80 }] },
    'form-fields fields[1].minLength: No answer fits',
  ],
  [
    'an option twice',
    { fields: [email, { ...size, options: [1, 2].map(() => ({ value: 'a', label: everyType.submit })) }] },
    'form-fields fields[1].options[1].value: The option "a" is there already.',
  ],
  [
    'two options with one label',
    { fields: [email, { ...size, options: ['a', 'b'].map((value) => ({ value, label: everyType.submit })) }] },
    'form-fields fields[1].options[1].label: Another option has the same label, so visitors cannot tell them apart.',
  ],
  [
    'a mail to a field without an address',
    { actions: [{ do: 'mail-sender', field: 'name', subject: everyType.submit, paragraphs: [everyType.submit] }] },
    'form-fields actions[0].field: The form has no email field "name".',
  ],
  [
    'thanks elsewhere',
    { sent: { show: 'page', page: '#thanks' } },
    'form-fields sent.page: Thanks are shown on a page of this site.',
  ],
  [
    'places of a field that is no number',
    { places: { total: 5, counts: 'name', full: everyType.submit } },
    'form-fields places.counts: The form has no number field "name" that could say how many places an entry takes.',
  ],
  [
    'places of a field that may be left empty',
    { places: { total: 5, counts: 'guests', full: everyType.submit } },
    'form-fields places.counts: The field "guests" may be left empty',
  ],
  [
    'places of a field below zero',
    {
      fields: [{ ...guests, required: true, minimum: -1 }],
      actions: [],
      places: { total: 5, counts: 'guests', full: everyType.submit },
    },
    'form-fields places.counts: The field "guests" accepts negative numbers, which would add places.',
  ],
])('%s is found', (_, form, found) => {
  expect(findings(form)).toContain(found);
});

test('A field that a step misspells is one finding', () => {
  const steps = [
    { title: everyType.submit, fields: ['nmae'] },
    { title: everyType.submit, fields: ['email'] },
  ];
  expect(findings({ fields: [name, email], actions: [], steps })).toEqual([
    'form-fields steps[0].fields[0]: The form has no field "nmae".',
  ]);
});
