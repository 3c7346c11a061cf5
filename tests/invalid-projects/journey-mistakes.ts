import { formsAndGuards } from './journey-form-mistakes.ts';
import type { JourneyMistake } from './journey-mistake.ts';
import { steps } from './journey-step-mistakes.ts';

/** In machines, outcomes and conditions. */
const outcomesAndStates: readonly JourneyMistake[] = [
  {
    name: 'An outcome of which nothing is said',
    edits: [['      "no-registration": [{ "page": "landings/default" }],\n', '']],
    at: '149:5',
    rule: 'journey-outcomes',
    says: ['"no-registration"', '"changeEmail"', 'landings/default'],
  },
  {
    name: 'An outcome that does not exist',
    edits: [['"no-registration"', '"no-registraton"']],
    at: '154:7',
    rule: 'journey-names',
    says: ['outcome of "changeEmail"', 'Did you mean "no-registration"?'],
  },
  {
    name: 'A use case that does not exist',
    edits: [['"resendActivation": {', '"resendActivtion": {']],
    at: '159:5',
    rule: 'journey-names',
    says: ['use case', 'Did you mean "resendActivation"?'],
  },
  {
    name: 'An effect that leads nowhere',
    edits: [['"landingOfCode": true, ', '']],
    at: '105:17',
    rule: 'journey-outcomes',
    says: ['"checkCode.valid"', 'landingOfCode, addressOfCode'],
  },
  {
    name: 'An effect that leads to two places',
    edits: [['"deny": "bare"', '"deny": "bare", "page": "pages/denied"']],
    at: '184:37',
    rule: 'journey-outcomes',
    says: ['"deny" and "page"', 'only one of'],
  },
  {
    name: 'A sentence without words',
    edits: [
      [
        '"not-found": [{ "refuse": "sentence", "sentence": "refusals.stepMissing" }]',
        '"not-found": [{ "refuse": "sentence" }]',
      ],
    ],
    at: '165:33',
    rule: 'journey-outcomes',
    says: ['does not say which one', 'translation key'],
  },
  {
    name: 'A page that does not exist',
    edits: [['"page": "pages/confirm"', '"page": "pages/confrim"']],
    at: '92:15',
    rule: 'unknown-document',
    says: ['"pages/confrim"', 'Did you mean "pages/confirm"?'],
  },
  {
    name: 'A machine that does not exist',
    edits: [
      [
        '"screen": "registration", "session": "replace", "event": "account_activated"',
        '"screen": "registraton", "session": "replace", "event": "account_activated"',
      ],
    ],
    at: '169:30',
    rule: 'journey-names',
    says: ['machine of visitors', 'Did you mean "registration"?'],
  },
  {
    name: 'A machine that the server does not ask',
    edits: [['"waitingList": {', '"waitinglist": {']],
    at: '30:5',
    rule: 'journey-names',
    says: ['machine of rows', 'Did you mean "waitingList"?'],
  },
  {
    name: 'A state that does not exist',
    edits: [['"on": "activate", "to": "active"', '"on": "activate", "to": "activ"']],
    at: '12:56',
    rule: 'journey-names',
    says: ['state of "account"', 'Did you mean "active"?'],
  },
  {
    name: 'An event that does not exist',
    edits: [['"on": "expire", "to": "none"', '"on": "expires", "to": "none"']],
    at: '13:38',
    rule: 'journey-names',
    says: ['event of "account"', 'Did you mean "expire"?'],
  },
  {
    name: 'A transition on an outcome that does not exist',
    edits: [['"saveDraft.saved"', '"saveDraft.save"']],
    at: '58:46',
    rule: 'journey-names',
    says: ['never happens', 'Did you mean "saveDraft.saved"?'],
  },
  {
    name: 'An event that leads where the server never leads it',
    edits: [['"on": "unblock", "to": "valid"', '"on": "unblock", "to": "expired"']],
    at: '27:55',
    rule: 'journey-states',
    says: ['the server stores the state "valid"', 'never "expired"'],
  },
  {
    name: 'A transition that no document can forbid',
    edits: [[',\n        { "from": ["invalid"], "on": "unblock", "to": "valid" }', '']],
    at: '21:7',
    rule: 'journey-states',
    says: ['"unblock" happens in the state "invalid"', 'no document can forbid it', '"to":"valid"'],
  },
  {
    name: 'An erasure of what is not there',
    edits: [['["pending", "active"], "on": "erase"', '["none", "pending", "active"], "on": "erase"']],
    at: '14:20',
    rule: 'journey-states',
    says: ['"erase" of "account" never happens in the state "none"', 'pending, active'],
  },
  {
    name: 'A state that the session contradicts',
    edits: [['"on": "finishDraft.registered", "to": "finished"', '"on": "finishDraft.registered", "to": "none"']],
    at: '60:70',
    rule: 'journey-states',
    says: ['the visitor\'s session says "finished"', 'never "none"'],
  },
  {
    name: 'A session that knows more than its machine',
    edits: [
      ['"identified": [{ "page": "pages/started" }]', '"identified": [{ "page": "pages/started", "session": "add" }]'],
    ],
    at: '206:60',
    rule: 'journey-states',
    says: ['After "signInSocially.identified"', 'no transition of "registration"', '"to": "started"'],
  },
  {
    name: 'A page of a state that nobody is shown',
    edits: [
      [
        '"started": { "for": "draftHours" }',
        '"started": { "for": "draftHours", "screens": [{ "page": "pages/started" }] }',
      ],
    ],
    at: '46:43',
    rule: 'journey-states',
    severity: 'warning',
    says: ['screens of the state "started"', 'no effect with "screen": "registration"'],
  },
  {
    name: 'A state of visitors that nothing leads to',
    edits: [['"told": { "screens"', '"lost": { "screens": [{ "page": "pages/failed" }] }, "told": { "screens"']],
    at: '54:9',
    rule: 'journey-states',
    says: ['"lost"', 'No transition of "registration"', 'or no such state'],
  },
  {
    name: 'A state of rows that nothing leads to any more',
    edits: [['        { "from": ["joined"], "on": "release", "to": "invited" },\n', '']],
    at: '33:45',
    rule: 'journey-states',
    severity: 'warning',
    says: ['"invited"', '"waitingList"', '"to": "invited"'],
  },
  {
    name: 'A state that ends and that nothing leads out of',
    edits: [['"expired": {}', '"expired": { "for": "linkDays" }']],
    at: '20:88',
    rule: 'journey-states',
    says: ['ends after "linkDays"', 'no transition leads out'],
  },
  {
    name: 'A state whose form leads nowhere',
    edits: [['["finished", "activation-error"]', '["activation-error"]']],
    at: '47:9',
    rule: 'journey-states',
    says: ['"pages/finished"', '"resend-activation"', 'a transition from "finished"'],
  },
  {
    name: 'A state without a page',
    edits: [['"told": { "screens": [{ "page": "pages/active" }] }', '"told": {}']],
    at: '54:9',
    rule: 'journey-states',
    says: ['"told"', 'has no screens', 'landings/default'],
  },
  {
    name: 'A screen of a machine that the outcome does not move',
    edits: [['        { "from": ["finished"], "on": "changeEmail.changed", "to": "finished" },\n', '']],
    at: '149:31',
    rule: 'journey-outcomes',
    says: ['no transition on "changeEmail.changed"', 'or a "page"'],
  },
  {
    name: 'An alternative behind one that always holds',
    edits: [['"when": { "error": "CUSTOMIZATION_MISSING" }, ', '']],
    at: '108:9',
    rule: 'journey-alternatives',
    says: ['never reached', 'more conditions first'],
  },
  {
    name: 'Alternatives of which none may hold',
    edits: [[',\n            { "page": "pages/active" }', '']],
    at: '49:11',
    rule: 'journey-alternatives',
    says: ['"voucher" is "none"', 'without "when"'],
  },
  {
    name: 'A condition that does not exist',
    edits: [['"caller": "page", "voucher": "own"', '"caller": "page", "vouchr": "own"']],
    at: '171:39',
    rule: 'journey-names',
    says: ['condition called "vouchr"', 'Did you mean "voucher"?'],
  },
  {
    name: 'A value that a condition does not have',
    edits: [['"caller": "page"', '"caller": "pag"']],
    at: '171:31',
    rule: 'journey-names',
    says: ['condition "caller"', 'Did you mean "page"?'],
  },
  {
    name: 'A condition that a screen cannot know',
    edits: [['{ "when": { "voucher": "own" }', '{ "when": { "caller": "page" }']],
    at: '50:25',
    rule: 'journey-alternatives',
    says: ["only the visitor's session is known", 'effects of an outcome only'],
  },
  {
    name: 'An error where no code is refused',
    edits: [
      ['"when": { "registration": ["finished", "active"] }, "page"', '"when": { "error": "REFERER_INVALID" }, "page"'],
    ],
    at: '161:21',
    rule: 'journey-alternatives',
    says: ['"resendActivation.sent"', 'an outcome "refused" only'],
  },
  {
    name: 'A refusal of a code where none is refused',
    edits: [
      [
        '"not-registered": [{ "refuse": "sentence", "sentence": "refusals.stepMissing" }]',
        '"not-registered": [{ "refuse": "code" }]',
      ],
    ],
    at: '216:38',
    rule: 'journey-outcomes',
    says: ['No code is refused', '"setPreferences.not-registered"'],
  },
];

/** All of them. */
export const journeyMistakes: readonly JourneyMistake[] = [...outcomesAndStates, ...formsAndGuards, ...steps];
