import { writeField } from '#tests/helpers/journey-project.ts';
import type { JourneyMistake } from './journey-mistake.ts';

const lean = 'pages-config/landings/lean.json';
const join = 'pages-config/landings/join.json';
const started = 'pages-config/pages/started.json';

/** The form of the landing once more, above it. */
const all = ['gender', 'firstName', 'lastName', 'email', 'country', 'code', 'terms'].map(writeField).join(', ');
const second = `{ "id": "again", "type": "registration-form", "level": 2, "title": "site.join", "groups": [{ "fields": [${all}] }], "submit": "site.join" }`;

/** In forms, flows, guards, refusals and words. */
export const formsAndGuards: readonly JourneyMistake[] = [
  {
    name: 'A form that does not exist',
    edits: [['"form": "registration-step-2"', '"form": "registration-stp-2"']],
    at: '79:40',
    rule: 'journey-names',
    says: ['form called "registration-stp-2"', 'one of "forms"', 'Did you mean "registration-step-2"?'],
  },
  {
    name: 'A form that no page shows',
    edits: [
      [
        '    "change-email": { "post"',
        '    "preferences": { "post": "set-preferences", "useCase": "setPreferences", "page": "pages/failed" },\n    "change-email": { "post"',
      ],
    ],
    at: '87:5',
    rule: 'journey-forms',
    says: ['No page shows the form "preferences"'],
  },
  {
    name: 'A form that a page shows and nobody answers',
    edits: [
      ['    "change-email": { "post": "change-email", "useCase": "changeEmail", "page": "pages/finished" },\n', ''],
    ],
    at: '83:3',
    rule: 'journey-forms',
    says: ['"pages/finished" shows the form "change-email"', '"post" and "page"'],
  },
  {
    name: 'A form on a page that does not show it',
    edits: [['"useCase": "register", "page": "landings/join"', '"useCase": "register", "page": "pages/active"']],
    at: '84:74',
    rule: 'journey-forms',
    says: ['"pages/active" does not show the form "registration"', 'landings/join'],
  },
  {
    name: 'A way out that nobody takes',
    edits: [
      [
        '"useCase": "register", "page": "landings/join"',
        '"useCase": "register", "page": "landings/join", "otherwise": "pages/failed"',
      ],
    ],
    at: '84:91',
    rule: 'journey-forms',
    severity: 'warning',
    says: ['No visitor is redirected to "pages/failed"', '"landings/join" has no guard', 'no "otherwise"'],
  },
  {
    name: 'Two forms with one address',
    edits: [['"post": "register-step-1"', '"post": "register"']],
    at: '85:38',
    rule: 'journey-forms',
    says: ['"/do/register"', '"registration-step-1"'],
  },
  {
    name: 'A flow that ends with a draft',
    edits: [['"name": "default", "form": "registration"', '"name": "default", "form": "registration-step-1"']],
    at: '75:57',
    rule: 'journey-flows',
    says: ['a step that others follow', 'the only step of its flow', 'one of registration'],
  },
  {
    name: 'A flow that begins with its end',
    edits: [
      ['"name": "leanStep1", "form": "registration-step-1"', '"name": "leanStep1", "form": "registration-step-2"'],
    ],
    at: '78:40',
    rule: 'journey-flows',
    says: ['the last of several steps', 'one of registration-step-1'],
  },
  {
    name: 'A flow that forgets to ask',
    edits: [
      ['"name": "leanStep1", "form": "registration-step-1"', '"name": "leanStep1", "form": "activation"'],
      ['"useCase": "activate",', '"useCase": "saveDraft",'],
    ],
    at: '79:40',
    rule: 'journey-flows',
    says: ['demands "email", "country", "code"', 'all that "registration" requires'],
  },
  {
    name: 'A flow whose step keeps what nobody has to type',
    edits: [['"code", "validityTimestamp"]', '"code", "validityTimestamp"], "optional": ["country", "code"]']],
    at: '79:40',
    rule: 'journey-flows',
    says: ['demands "country", "code"', 'all that "registration" requires'],
  },
  {
    name: 'A page that leaves out a field of its form',
    edits: [[', { "name": "country", "label": "landing.hero" }', '', lean]],
    at: `${lean}:16:17`,
    rule: 'journey-fields',
    says: ['"registration-step-1" requires "country"', 'no block here asks for', '"email", "country", "code"'],
  },
  {
    name: 'A page that leaves out a box to tick',
    edits: [[', { "name": "terms", "label": "landing.steps" }', '', join]],
    at: `${join}:15:17`,
    rule: 'journey-fields',
    says: ['"registration" requires "terms"'],
  },
  {
    name: 'A field that the form does not take',
    edits: [['"name": "lastName"', '"name": "country", "label": "landing.hero" }, { "name": "lastName"', started]],
    at: `${started}:15:134`,
    rule: 'journey-fields',
    says: ['"registration-step-2" does not take "country"', 'one of gender, firstName'],
  },
  {
    name: 'A field twice in one form',
    edits: [['"name": "code"', '"name": "email", "label": "landing.title" }, { "name": "code"', lean]],
    at: `${lean}:16:136`,
    rule: 'journey-fields',
    says: ['"email" is asked for twice', 'each field once'],
  },
  {
    name: 'One form in two blocks of a page',
    edits: [['"submit": "site.join"\n    }', `"submit": "site.join"\n    },\n    ${second}`, join]],
    at: `${join}:18:5`,
    rule: 'journey-fields',
    says: ['"join" of this page shows the form "registration" already', 'exclude each other'],
  },
  {
    name: 'A step that asks for what another has asked for',
    edits: [
      ['"code", "validityTimestamp"]', '"code", "validityTimestamp"], "optional": ["code"]'],
      ['"newsletter", "terms"]', '"newsletter", "terms", "code"]'],
      ['"name": "lastName"', '"name": "code", "label": "landing.summer" }, { "name": "lastName"', started],
    ],
    at: `${started}:15:134`,
    rule: 'journey-fields',
    says: ['"leanStep1" of the flow "lean" asks for "code" already'],
  },
  {
    name: 'An outcome that leads back to a step and names no field',
    edits: [
      [
        '"not-found": [{ "refuse": "sentence", "sentence": "refusals.stepMissing" }]',
        '"not-found": [{ "step": "asking" }]',
      ],
    ],
    at: '165:31',
    rule: 'journey-flows',
    says: ['"resendActivation.not-found" leads back', 'it names none'],
  },
  {
    name: 'A landing with a flow that does not exist',
    edits: [['"flow": "lean"', '"flow": "leen"', 'pages-config/landings/lean.json']],
    at: 'pages-config/landings/lean.json:6:11',
    rule: 'journey-flows',
    says: ['"leen"', 'Did you mean "lean"?'],
  },
  {
    name: 'A landing that does not show the first step of its flow',
    edits: [
      ['"flow": "default"', '"flow": "lean"', 'pages-config/landings/join.json'],
      ['"level": 1,', '"level": 1, "step": "default",', 'pages-config/landings/join.json'],
    ],
    at: 'pages-config/landings/join.json:6:11',
    rule: 'journey-flows',
    says: ['"landings/join" does not show', '"registration-step-1"', 'the flow "lean" begins'],
  },
  {
    name: 'A block with a step that does not exist',
    edits: [['"step": "leanStep2"', '"step": "leanStep3"', 'pages-config/pages/started.json']],
    at: 'pages-config/pages/started.json:12:15',
    rule: 'journey-flows',
    says: ['"leanStep3"', 'Did you mean'],
  },
  {
    name: 'A step on a page that does not show it',
    edits: [
      [
        '"form": "registration-step-2", "page": "pages/started"',
        '"form": "registration-step-2", "page": "pages/finished"',
      ],
    ],
    at: '79:71',
    rule: 'journey-flows',
    says: ['"pages/finished" does not show', 'such as pages/started'],
  },
  {
    name: 'A step without a page',
    edits: [['"form": "registration-step-2", "page": "pages/started"', '"form": "registration-step-2"']],
    at: '79:9',
    rule: 'journey-flows',
    says: ['"leanStep2" does not say on which page'],
  },
  {
    name: 'Two steps of one name',
    edits: [['"name": "leanStep1"', '"name": "default"']],
    at: '78:19',
    rule: 'journey-flows',
    says: ['"default" already', 'no other step'],
  },
  {
    name: 'A page whose guard refuses the visitors of its state',
    edits: [
      [
        '"for": "activationHours", "screens": [{ "page": "pages/finished" }]',
        '"for": "activationHours", "screens": [{ "page": "pages/active" }]',
      ],
    ],
    at: '47:71',
    rule: 'journey-guards',
    says: ['"finished" never see "pages/active"', '"step":"active"'],
  },
  {
    name: 'A guarded page that the session does not open',
    edits: [['"session": "replace", "event": "account_activated"', '"event": "account_activated"']],
    at: '169:30',
    rule: 'journey-guards',
    says: ['does not know that the visitor is "active"', '"session": "add"'],
  },
  {
    name: 'A way out that leads back to the guard',
    edits: [
      [
        '{ "when": { "registration": "active" }, "page": "pages/active" }',
        '{ "when": { "registration": "active" }, "page": "pages/voucher" }',
      ],
    ],
    at: '234:55',
    rule: 'journey-guards',
    says: ['redirects to "pages/voucher" are rejected there, too'],
  },
  {
    name: 'A guard without a way out',
    edits: [['    "code": [{ "page": "landings/default" }],\n', '']],
    at: '230:3',
    rule: 'journey-guards',
    says: ['The guard "code" has no page for rejected visitors', 'landings/default'],
  },
  {
    name: 'A guard that does not exist',
    edits: [['"applied": [', '"aplied": [']],
    at: '232:5',
    rule: 'journey-names',
    says: ['guard called "aplied"', 'Did you mean "applied"?'],
  },
  {
    name: 'A value that the outcome does not have',
    edits: [['"{token}"', '"{tokn}"']],
    at: '182:65',
    rule: 'journey-names',
    says: ['"enterLobby.entered"', 'Did you mean "token"?'],
  },
  {
    name: 'A sentence in no language',
    edits: [
      [
        '"not-found": [{ "refuse": "sentence", "sentence": "refusals.stepMissing" }]',
        '"not-found": [{ "refuse": "sentence", "sentence": "refusals.stepMising" }]',
      ],
    ],
    at: '165:57',
    rule: 'unknown-text',
    says: ['Did you mean "refusals.stepMissing"?'],
  },
  {
    name: 'A message in no language',
    edits: [['"refusals.referrer"', '"refusals.referer"']],
    at: '223:56',
    rule: 'unknown-text',
    says: ['Did you mean "refusals.referrer"?'],
  },
  {
    name: 'A time that does not exist',
    edits: [['"activationHours"', '"activationHour"']],
    at: '47:30',
    rule: 'journey-names',
    says: ['time called "activationHour"', 'Did you mean "activationHours"?'],
  },
  {
    name: 'A refusal of an error that does not exist',
    edits: [['"INVITER_INVALID": {', '"INVITER_INVALD": {']],
    at: '222:5',
    rule: 'journey-names',
    says: ['error called "INVITER_INVALD"', 'Did you mean "INVITER_INVALID"?'],
  },
  {
    name: 'An error of which nothing is said',
    edits: [['    "REFERER_INVALID": { "deny": "invalid", "message": "refusals.referrer" },\n', '']],
    at: '220:3',
    rule: 'journey-outcomes',
    says: ['the error "REFERER_INVALID"'],
  },
  {
    name: 'A reason that the deny page does not know',
    edits: [
      ['"deny": "expired", "message": "refusals.linkInvalid"', '"deny": "expird", "message": "refusals.linkInvalid"'],
    ],
    at: '228:54',
    rule: 'journey-names',
    says: ['facet "refusal"', 'Did you mean "expired"?'],
  },
  {
    name: 'A part of a page that it does not have',
    edits: [['"hash": "sent"', '"hash": "snt"']],
    at: '161:97',
    rule: 'broken-anchor',
    says: ['"pages/finished" has no block', 'Did you mean "sent"?'],
  },
  {
    name: 'An event that no schema knows',
    edits: [['"event": "account_activated"', '"event": "account_activatd"']],
    at: '169:77',
    rule: 'journey-names',
    says: ['event', 'Did you mean "account_activated"?'],
  },
  {
    name: 'A property that does not exist',
    edits: [['"initial": "valid"', '"inital": "valid"']],
    at: '19:7',
    rule: 'schema',
    says: ['"inital"', 'Did you mean "initial"?'],
  },
];
