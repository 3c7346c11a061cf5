import { colleagueRows } from './attack-colleague-rows.ts';
import { contentRows } from './attack-content-rows.ts';
import type { Row, World } from './attack-row.ts';
import type { DataView, PasskeyView } from '#engine/shared/data-view.ts';
import { staffGroups } from '#server/staff/permissions.ts';
import { PASSWORD } from './admin-visitor.ts';
import { Authenticator } from './authenticator.ts';
import type { Answer } from './plain-server.ts';
import { projectSite } from './project-site.ts';

const site = await projectSite();
export const [experiment = ''] = site.experiments.map(({ key }) => key);

const MARIE = 'marie@example.com';
const staff = staffGroups;
const invitations = ['admin', 'support'] as const;
const support = ['admin', 'support'] as const;
const publish = ['admin', 'publisher'] as const;
const authors = ['admin', 'publisher', 'author', 'analyst'] as const;

/** Every action of every page. What is done by looking, by taking away or by erasing is written down each time; all else happens once. */
export const rows: Readonly<Record<string, Row>> = {
  'sign-in': { groups: null, fields: ({ email }) => ({ email, password: PASSWORD }), deed: 'admin.sign-in', times: 2 },
  'sign-in-passkey': {
    groups: null,
    async signed({ visitor, authenticator }) {
      const { options, ticket } = passkeyIn(await visitor.get('/admin/signin'), 'view');
      return { _ticket: ticket, _credential: authenticator.sign(options) };
    },
    counts: 'once',
    deed: 'admin.sign-in',
    times: 1,
  },
  'add-passkey': {
    groups: staff,
    async signed({ visitor }) {
      const { options, ticket } = passkeyIn(await visitor.get('/admin/sessions'), 'passkeys');
      return { passkey: 'Phone', _ticket: ticket, _credential: new Authenticator().create(options) };
    },
    deed: 'passkey.add',
    times: 1,
  },
  'remove-passkey': { groups: staff, fields: ({ passkey }) => ({ id: passkey }), deed: 'passkey.remove', times: 1 },
  'end-sessions': { groups: staff, fields: ({ session }) => ({ session }), deed: 'admin.end-sessions', times: 1 },
  ...colleagueRows,
  'create-token': {
    groups: ['admin'],
    fields: () => ({ name: 'crm', days: '1', 'scope-links': 'on' }),
    deed: 'token.create',
    times: 1,
  },
  'revoke-token': { groups: ['admin'], fields: ({ token }) => ({ id: token }), deed: 'token.revoke', times: 1 },
  'revive-mail': {
    groups: support,
    fields: ({ mail }) => ({ id: mail }),
    operation: ({ mail }, key) => `reviveMail(id: "${mail}", idempotencyKey: "${key}")`,
    deed: 'mail.revive',
    times: 1,
  },
  'revive-mails': {
    groups: support,
    fields: ({ others: [first = '', second = ''] }) => ({ [`mail-${first}`]: 'on', [`mail-${second}`]: 'on' }),
    operation: ({ others }, key) => `reviveMails(ids: ${JSON.stringify(others)}, idempotencyKey: "${key}")`,
    deed: 'mail.revive',
    times: 2,
  },
  'revive-failures': { groups: support, fields: () => ({ reason: 'none' }) },
  'find-form-entries': { groups: support, fields: () => ({ form: 'press', search: 'marie' }) },
  'open-form-entry': {
    groups: support,
    fields: ({ entries: [entry = ''] }) => ({ id: entry }),
    deed: 'form-entry.open',
    times: 3,
  },
  'resend-form-entry': {
    groups: support,
    fields: ({ entries: [entry = ''] }) => ({ form: 'press', id: entry }),
    deed: 'form-entry.resend',
    times: 1,
  },
  'delete-form-entry': {
    groups: support,
    fields: ({ entries: [, entry = ''] }) => ({ id: entry }),
    deed: 'form-entry.delete',
    times: 1,
  },
  'act-on-form-entries': {
    groups: support,
    fields: ({ entries: [, , entry = ''] }) => ({ form: 'press', act: 'export', [`entry-${entry}`]: 'on' }),
    deed: 'list.export',
    times: 3,
  },
  'delete-form-entries': {
    groups: support,
    fields: ({ entries: [, , entry = ''] }) => ({ form: 'press', act: 'delete', [`entry-${entry}`]: 'on' }),
    preview: 'act-on-form-entries',
    deed: 'form-entry.delete',
    times: 1,
  },
  'send-sample': {
    groups: support,
    fields: () => ({ mail: 'invitation', language: 'pl' }),
    deed: 'mail.sample',
    times: 1,
  },
  'generate-link': {
    groups: ['admin', 'publisher', 'support'],
    fields: () => ({ code: 'PLACES' }),
    operation: (_, key) => `generateRegistrationLink(registrationCode: "PLACES", idempotencyKey: "${key}")`,
    deed: 'link.generate',
    times: 1,
  },
  'withdraw-link': {
    groups: ['admin', 'publisher', 'support'],
    fields: ({ link }) => ({ code: link, state: 'blocked' }),
    operation: ({ link }, key) => `withdrawLink(code: "${link}", idempotencyKey: "${key}")`,
    deed: 'code.block',
    times: 1,
  },
  'preview-withdraw-links': {
    groups: ['admin', 'publisher', 'support'],
    fields: ({ link }) => ({ [`link-${link}`]: 'on' }),
  },
  'withdraw-links': {
    groups: ['admin', 'publisher', 'support'],
    fields: ({ link }) => ({ [`link-${link}`]: 'on' }),
    preview: 'preview-withdraw-links',
    deed: 'code.block',
    times: 1,
  },
  'create-code': {
    groups: invitations,
    fields: () => ({ name: 'Anna', places: '4' }),
    operation: (_, key) => `createRegistrationCode(input: { name: "Anna", places: 4 }, idempotencyKey: "${key}")`,
    deed: 'code.create',
    times: 1,
  },
  'check-codes': { groups: invitations, fields: () => ({ file: 'code;places\nMILAN;2' }) },
  'import-codes': {
    groups: invitations,
    fields: () => ({ file: 'code;places\nMILAN;2' }),
    preview: 'check-codes',
    deed: 'code.create',
    times: 1,
  },
  'preview-block-chosen-codes': { groups: invitations, fields: () => ({ 'code-MILAN': 'on' }) },
  'block-chosen-codes': {
    groups: invitations,
    fields: () => ({ 'code-MILAN': 'on' }),
    preview: 'preview-block-chosen-codes',
    deed: 'code.block',
    times: 1,
  },
  'change-balance': {
    groups: invitations,
    fields: () => ({ code: 'PLACES', places: '9', reason: 'asked' }),
    operation: (_, key) => `changeBalance(code: "PLACES", places: 9, reason: "asked", idempotencyKey: "${key}")`,
    deed: 'code.balance',
    times: 1,
  },
  'find-waiting': { groups: invitations, fields: () => ({ search: '@' }) },
  'find-interest': { groups: invitations, fields: () => ({ search: '@' }) },
  'verify-audit': { groups: ['admin'], fields: () => ({}) },
  'preview-release': { groups: invitations, fields: () => ({ count: '1' }) },
  release: {
    groups: invitations,
    fields: () => ({ count: '1' }),
    preview: 'preview-release',
    operation: (_, key) => `releaseInvitations(count: 1, idempotencyKey: "${key}")`,
    deed: 'waiting-list.release',
    times: 1,
  },
  'preview-accept-interest': { groups: invitations, fields: ({ applicants: [id = ''] }) => ({ id }) },
  'accept-interest': {
    groups: invitations,
    fields: ({ applicants: [id = ''] }) => ({ id }),
    preview: 'preview-accept-interest',
    operation: ({ applicants: [id] }, key) => `acceptInterest(id: "${id}", idempotencyKey: "${key}")`,
    deed: 'interest.accept',
    times: 1,
  },
  'preview-decline-interest': { groups: invitations, fields: ({ applicants: [, id = ''] }) => ({ id }) },
  'decline-interest': {
    groups: invitations,
    fields: ({ applicants: [, id = ''] }) => ({ id }),
    preview: 'preview-decline-interest',
    operation: ({ applicants: [, id] }, key) => `declineInterest(id: "${id}", idempotencyKey: "${key}")`,
    deed: 'interest.decline',
    times: 1,
  },
  'preview-answer-chosen-interest': {
    groups: invitations,
    fields: ({ applicants: [, , id = ''] }) => ({ [`interest-${id}`]: 'on', answer: 'decline' }),
  },
  'answer-chosen-interest': {
    groups: invitations,
    fields: ({ applicants: [, , id = ''] }) => ({ [`interest-${id}`]: 'on', answer: 'decline' }),
    preview: 'preview-answer-chosen-interest',
    deed: 'interest.decline',
    times: 1,
  },
  'block-code': {
    groups: invitations,
    fields: () => ({ code: 'PLACES', state: 'blocked' }),
    operation: (_, key) => `blockRegistrationCode(code: "PLACES", idempotencyKey: "${key}")`,
    deed: 'code.block',
    times: 1,
  },
  'find-person': {
    groups: support,
    fields: () => ({ search: MARIE }),
    operation: () => `findPeople(search: "${MARIE}")`,
    deed: 'person.search',
    times: 3,
  },
  'open-person': {
    groups: support,
    fields: () => ({ person: MARIE }),
    operation: () => `openPerson(person: "${MARIE}")`,
    deed: 'person.view',
    times: 3,
  },
  'resend-activation': {
    groups: support,
    fields: () => ({ person: MARIE }),
    operation: (_, key) => `resendActivationTo(person: "${MARIE}", idempotencyKey: "${key}")`,
    deed: 'person.resend',
    times: 1,
  },
  'export-person': {
    groups: support,
    fields: () => ({ person: MARIE }),
    operation: () => `exportPerson(person: "${MARIE}")`,
    deed: 'person.export',
    times: 3,
  },
  'correct-address': {
    groups: support,
    fields: () => ({ person: MARIE, newEmail: 'marion@example.com' }),
    operation: (_, key) =>
      `correctAddress(person: "${MARIE}", newEmail: "marion@example.com", idempotencyKey: "${key}")`,
    deed: 'person.correct',
    times: 1,
  },
  'preview-erase-person': { groups: support, fields: () => ({ person: 'marion@example.com' }) },
  'erase-person': {
    groups: support,
    fields: () => ({ person: 'marion@example.com', password: PASSWORD }),
    preview: 'preview-erase-person',
    operation: () => `erasePerson(person: "marion@example.com", password: "${PASSWORD}")`,
    deed: 'person.erase',
    times: 1,
    operationTimes: 3,
  },
  'preview-stop-experiment': { groups: publish, fields: () => ({ experiment }) },
  'stop-experiment': {
    groups: publish,
    fields: () => ({ experiment }),
    preview: 'preview-stop-experiment',
    operation: (_, key) => `stopExperiment(experiment: "${experiment}", idempotencyKey: "${key}")`,
    deed: 'experiment.stop',
    times: 1,
  },
  'preview-start-experiment': { groups: publish, fields: () => ({ experiment }) },
  'start-experiment': {
    groups: publish,
    fields: () => ({ experiment }),
    preview: 'preview-start-experiment',
    operation: (_, key) => `startExperiment(experiment: "${experiment}", idempotencyKey: "${key}")`,
    deed: 'experiment.start',
    times: 1,
  },
  'create-experiment': { groups: authors, fields: () => ({ plan: 'page=landings%2Fdefault&key=spring' }) },
  'edit-experiment': { groups: authors, fields: () => ({ experiment, hypothesis: 'Nobody reads it at all.' }) },
  'preview-conclude-experiment': { groups: authors, fields: () => ({ experiment, winner: 'none' }) },
  'conclude-experiment': { groups: authors, fields: () => ({ experiment, winner: 'none' }) },
  ...contentRows,
};

/** What a page gives its browser to sign. */
function passkeyIn({ data }: Pick<Answer, 'data'>, block: string): PasskeyView {
  const { sections } = data[block] as DataView;
  const [passkey] = sections.flatMap((section) => (section.kind === 'form' ? (section.form.passkey ?? []) : []));
  if (passkey === undefined) throw new Error('No form of the page asks for a passkey.');
  return passkey;
}

export const noWorld: World = {
  mail: '',
  others: [],
  applicants: [],
  link: '',
  session: '',
  email: '',
  passkey: '',
  token: '',
  draft: '',
  seen: '',
  spareDraft: '',
  colleague: '',
  invitation: '',
  invitationToken: '',
  spareInvitationToken: '',
  entries: [],
  previews: [],
  image: '',
  scheduled: '',
};
