import { describe, expect, test } from 'vitest';
import { everyType } from '#tests/helpers/form-site.ts';
import { type Edit, findMistakesWith, hasRegistration } from '#tests/helpers/journey-project.ts';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

const FORM = 'pages-config/forms/wedding.json';
const LANDING = 'pages-config/landings/join.json';
const asking: Edit = [
  LANDING,
  '"type": "registration-form",',
  '"type": "registration-form", "questions": "forms/wedding",',
];

const { submit, sent, actions: _mails, ...form } = everyType;
const label = everyType.submit;
const day = { name: 'day', type: 'date', label };
const wedding = { ...form, $schema: 'x', fields: [day] };

const findings = (more: object, ...edits: readonly Edit[]): readonly string[] =>
  findMistakesWith({ [FORM]: { ...wedding, ...more } }, asking, ...edits).map(
    ({ rule, path, message }) => `${rule} ${path}: ${message}`,
  );

describe.runIf(hasRegistration)('form-questions', () => {
  test('A form document without a button may ask questions in a form of a journey', () => {
    expect(findings({})).toEqual([]);
  });

  test('An unknown form document is found at its name', () => {
    const found = findMistakesWith({}, asking);
    expect(found).toMatchObject([{ rule: 'unknown-form', path: 'blocks[1].questions', found: '"forms/wedding"' }]);
  });

  test.each([
    ['a field of the form', { fields: [{ ...day, name: 'code' }] }, 'form-questions fields[0].name: '],
    ['a hidden field of the form', { fields: [{ ...day, name: 'fref' }] }, 'form-questions fields[0].name: '],
    [
      'the address of the person',
      { fields: [day, { name: 'email', type: 'email', label }] },
      'form-questions fields[1].name: ',
    ],
    [
      'steps',
      {
        fields: [day, { ...day, name: 'other' }],
        steps: ['day', 'other'].map((name) => ({ title: label, fields: [name] })),
      },
      'form-questions steps: ',
    ],
    ['places', { places: { total: 5, full: label } }, 'form-questions places: '],
    ['a button without thanks', { submit }, 'form-fields submit: '],
    ['thanks without a button', { sent }, 'form-fields sent: '],
    ['no retention', { retention: undefined }, 'schema : '],
  ])('%s in questions is found', (_, more, found) => {
    expect(findings(more).filter((each) => each.startsWith(found))).toHaveLength(1);
  });

  test('A form whose use case stores no answers asks no questions', () => {
    const edit: Edit = ['pages-config/journeys/registration.json', '"useCase": "register"', '"useCase": "checkCode"'];
    expect(findings({}, edit)).toContainEqual(
      expect.stringContaining('The form "registration" stores no answers to questions'),
    );
  });

  test('Two blocks of one page do not ask different questions in one form', () => {
    const block =
      '{ "id": "two", "when": { "code": "known" }, "type": "registration-form", "level": 2, "title": "site.join", "groups": [{ "fields": [{ "name": "gender", "label": "site.about" }, { "name": "firstName", "label": "site.login" }, { "name": "lastName", "label": "site.join" }, { "name": "email", "label": "landing.title" }, { "name": "country", "label": "landing.hero" }, { "name": "code", "label": "landing.summer" }, { "name": "terms", "label": "landing.steps" }] }], "submit": "site.join" },';
    const found = findings({}, [
      LANDING,
      '{\n      "id": "join",',
      `${block} {\n      "id": "join", "when": { "code": "unknown" },`,
    ]);
    expect(found).toContainEqual(
      expect.stringMatching(/^form-questions blocks\[2\]: .* with no questions, this one with those of/v),
    );
  });
});

test('A form document without a button is found where a block shows it by itself', () => {
  const block = '{ "id": "lead", "type": "form", "form": "forms/wedding", "title": "landing.steps" }';
  const found = checkSmall({
    [FORM]: wedding,
    'pages-config/landings/default.json': swap('{\n      "id": "steps"', `${block}, {\n      "id": "steps"`),
  });
  expect(found).toMatchObject([{ rule: 'form-questions', path: 'blocks[2].form' }]);
});
