import { expect, test } from 'vitest';
import { everyType } from '#tests/helpers/form-site.ts';
import { findingsOf } from '#tests/helpers/small-project.ts';

const [name, email, size, , guests] = everyType.fields;

/** Findings of the rule in a form with these differences, as `path: message`. */
const findings = (more: object): readonly string[] =>
  findingsOf({ 'pages-config/forms/lead.json': { ...everyType, $schema: 'x', ...more } }).flatMap(
    ({ rule, path, message }) => (rule === 'unused-document' ? [] : [`${rule} ${path}: ${message.split(':')[0]}`]),
  );

test('A form with a field of each type has no finding', () => {
  expect(findings({})).toEqual([]);
});

test.each<[what: string, form: object, found: string]>([
  [
    'a name that hidden fields have',
    { fields: [email, { ...name, name: 'document' }] },
    'form-fields fields[1].name: Every form posts a hidden field "document". Call this one otherwise.',
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
