import type { JourneyMistake } from './journey-mistake.ts';

const lean = 'pages-config/landings/lean.json';
const started = 'pages-config/pages/started.json';

/** In the fields of steps. */
export const steps: readonly JourneyMistake[] = [
  {
    name: 'A flow that asks for no address',
    edits: [
      ['["email", "country", "code", "validityTimestamp"]', '["country", "code", "validityTimestamp"]'],
      ['{ "name": "email", "label": "landing.title" }, ', '', lean],
    ],
    at: '79:40',
    rule: 'journey-flows',
    says: ['demands "email"', 'all that "registration" requires'],
  },
  {
    name: 'A flow without an agreement to the terms',
    edits: [
      ['"newsletter", "terms"]', '"newsletter"]'],
      [', { "name": "terms", "label": "landing.steps" }', '', started],
    ],
    at: '79:40',
    rule: 'journey-flows',
    says: ['demands "terms"', 'all that "registration" requires'],
  },
  {
    name: 'A step that says nothing of its fields',
    edits: [[', "fields": ["email", "country", "code", "validityTimestamp"]', '']],
    at: '85:5',
    rule: 'journey-names',
    says: ['"registration-step-1" has no "fields"', 'some of gender, firstName'],
  },
  {
    name: 'A field of a step that the whole form does not have',
    edits: [['["email", "country"', '["email", "contry"']],
    at: '85:126',
    rule: 'journey-names',
    says: ['field of the form "registration" called "contry"', 'Did you mean "country"?'],
  },
  {
    name: 'A field twice in a step',
    edits: [['["email", "country"', '["email", "email", "country"']],
    at: '85:126',
    rule: 'schema',
    says: ['entries 0 and 1', 'every entry once'],
  },
  {
    name: 'An optional field that the step does not have',
    edits: [['"code", "validityTimestamp"]', '"code", "validityTimestamp"], "optional": ["terms"]']],
    at: '85:180',
    rule: 'journey-names',
    says: ['"terms" is not one of the "fields"', 'some of email, country, code'],
  },
  {
    name: 'A field that is optional in vain',
    edits: [['"newsletter", "terms"]', '"newsletter", "terms"], "optional": ["newsletter"]']],
    at: '86:191',
    rule: 'journey-names',
    says: ['"newsletter" is optional without', 'some of gender, firstName, lastName, terms'],
  },
  {
    name: 'Fields of a form with a schema',
    edits: [
      ['"changeEmail", "page": "pages/finished" }', '"changeEmail", "page": "pages/finished", "fields": ["email"] }'],
    ],
    at: '87:99',
    rule: 'journey-names',
    says: ['"change-email" has a schema', 'another name for the form'],
  },
  {
    name: 'An optional field of a form with a schema',
    edits: [
      ['"changeEmail", "page": "pages/finished" }', '"changeEmail", "page": "pages/finished", "optional": ["email"] }'],
    ],
    at: '87:99',
    rule: 'journey-names',
    says: ['"change-email" has a schema', 'no "optional"'],
  },
  {
    name: 'Fields of a form that is no step',
    edits: [
      [
        '"change-email": { "post"',
        '"new-email": { "post": "new-email", "useCase": "changeEmail", "page": "pages/finished", "fields": ["email"] },\n    "change-email": { "post"',
      ],
    ],
    at: '87:93',
    rule: 'journey-names',
    says: ['"new-email" goes to "changeEmail"', 'no "fields"'],
  },
];
