import { describe, expect, test } from 'vitest';
import type { FormDocument } from '#schemas/generated/documents.ts';
import { addCode, bench, pageEngines, type TestBackend, unlimited } from '#tests/helpers/backend.ts';
import { makeBlock, type SiteInput } from '#tests/helpers/make-site.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';

const marie = {
  gender: 'woman',
  firstName: 'Marie',
  lastName: 'd’Été',
  email: 'Marie@example.com',
  country: 'FR',
  terms: 'on',
  code: 'PLACES',
};

/** As it would be written for a landing of a wedding; labels are keys that no text has. */
const wedding: FormDocument = {
  $schema: '',
  version: 4,
  fields: [
    {
      name: 'occasion',
      type: 'select',
      label: 'meta.title',
      required: true,
      options: ['wedding', 'ball'].map((value) => ({ value, label: 'meta.title' })),
    },
    { name: 'day', type: 'date', label: 'meta.title', required: true, when: { field: 'occasion', is: ['wedding'] } },
    {
      name: 'colours',
      type: 'checkboxes',
      label: 'meta.title',
      options: ['red', 'blue'].map((value) => ({ value, label: 'meta.title' })),
    },
    { name: 'wishes', type: 'textarea', label: 'meta.title', maxLength: 2_000 },
  ],
  query: ['utm_source'],
  actions: [
    { do: 'mail-team', to: 'team@example.com' },
    { do: 'webhook', name: 'crm' },
  ],
  retention: { days: 30, why: 'The season is planned with them.' },
};

const questions = 'forms/wedding';
const groups = [{ fields: [{ name: 'email', label: 'form.email' }] }];
const documents: NonNullable<SiteInput['documents']> = [
  {
    id: 'landings/guests',
    slug: 'guests',
    facets: ['code'],
    blocks: [makeBlock({ id: 'join', type: 'registration-form', props: { step: 'default', groups, questions } })],
  },
  {
    id: 'landings/soon',
    slug: 'soon',
    facets: ['code'],
    blocks: [makeBlock({ id: 'join', type: 'registration-form', props: { step: 'leanStep1', groups, questions } })],
  },
  {
    id: 'pages/membership-interest/apply',
    route: '/membership-interest/apply',
    blocks: [makeBlock({ id: 'apply', type: 'email-form', props: { purpose: 'membership', questions } })],
  },
  {
    id: 'pages/lobby',
    route: '/lobby',
    guards: [{ name: 'token-with-email', purpose: 'lobby' }],
    facets: ['waitingList'],
    blocks: [makeBlock({ id: 'lobby', type: 'lobby', props: { questions } })],
  },
  {
    id: 'pages/registration/social-second-step',
    route: '/registration/social-second-step',
    guards: [{ name: 'token-with-email', purpose: 'social-second-step' }],
    facets: ['preferences'],
    blocks: [makeBlock({ id: 'preferences', type: 'preferences-form', props: { questions } })],
  },
];

const serve = (backend: TestBackend) =>
  serveRegistration(backend, {}, undefined, undefined, { documents, forms: new Map([[questions, wedding]]) });

const stored = async ({ ports }: TestBackend) => {
  const rows = await ports.database.db
    .selectFrom('form_entries')
    .select(['form', 'document', 'locale', 'email_canonical', 'content', 'query'])
    .orderBy('sent_at')
    .execute();
  return rows.map(({ content, query, ...row }) => ({ ...row, content: JSON.parse(content), query: JSON.parse(query) }));
};

const guests = '/fr/guests?rc=PLACES&utm_source=paper';

describe.each(pageEngines)('questions beside the fields of a form on %s', (engine) => {
  const { start } = bench(engine);

  async function open() {
    const backend = await start({ settings: { limits: unlimited } });
    await addCode(backend, 'PLACES', 3);
    const server = await serve(backend);
    return { backend, server, visitor: server.visitor() };
  }

  test('are refused at their fields together with the form’s own mistakes, and nothing typed is lost', async () => {
    const { backend, visitor } = await open();
    const wishes = 'ä'.repeat(2_000);
    const typed = { ...marie, firstName: '', occasion: 'wedding', wishes };
    const refused = await visitor.submit('register', typed, guests);
    expect([refused.status, refused.form.errors]).toEqual([422, { firstName: 'errors.firstName', day: 'required' }]);
    expect(refused.form.values).toMatchObject({ lastName: 'd’Été', occasion: 'wedding', wishes });
    const gone = await visitor.submit('register', { ...marie, occasion: 'tea' }, guests);
    expect([gone.status, gone.form.errors]).toEqual([422, { occasion: 'pattern' }]);
    expect(await backend.ports.database.db.selectFrom('members').select('id').execute()).toEqual([]);
    expect(await stored(backend)).toEqual([]);
  });

  test('are an entry of their form document in the transaction of a registration, once, and found by the person’s address', async () => {
    const { backend, visitor } = await open();
    const fields = new URLSearchParams({ ...marie, occasion: 'ball', day: 'ignored', colours: 'red' });
    fields.append('colours', 'blue');
    const posted = await visitor.submit('register', fields, guests);
    expect([posted.status, posted.location]).toEqual([303, '/fr/registration/formfinished']);
    // The same once more, as a script sends it.
    const { status, body } = await visitor.submit('register?_nav=1', fields, guests);
    expect([status, body]).toEqual([200, expect.stringContaining('/fr/registration/formfinished')]);
    expect(await stored(backend)).toEqual([
      {
        form: 'wedding',
        document: 'landings/guests',
        locale: 'fr',
        email_canonical: 'marie@example.com',
        content: { email: 'Marie@example.com', occasion: 'ball', colours: ['red', 'blue'] },
        query: { utm_source: 'paper' },
      },
    ]);
    const mails = await backend.outbox.list();
    const [team, ...others] = mails.filter(({ to }) => to === 'team@example.com');
    expect([team?.text.includes('Marie@example.com'), others]).toEqual([true, []]);
    const { db } = backend.ports.database;
    expect(await db.selectFrom('webhook_deliveries').select('webhook').execute()).toEqual([{ webhook: 'crm' }]);
  });

  test('are not stored if the registration is refused or unanswered', async () => {
    const { backend, visitor } = await open();
    const denied = await visitor.submit('register', { ...marie, code: 'NOBODY-1', occasion: 'ball' }, guests);
    expect(denied.status).not.toBe(303);
    expect(await stored(backend)).toEqual([]);
    // The other landing asks nothing more.
    expect((await visitor.submit('register', { ...marie, occasion: 'ball' }, '/fr?rc=PLACES')).status).toBe(303);
    expect(await stored(backend)).toEqual([]);
  });

  test('of a step wait in the draft, are shown again there, and are stored with the last step', async () => {
    const { backend, visitor } = await open();
    const first = { email: marie.email, country: 'FR', code: 'PLACES', occasion: 'wedding' };
    const wrong = await visitor.submit('register-step-1', first, '/fr/soon?rc=PLACES');
    expect([wrong.status, wrong.form.errors]).toEqual([422, { day: 'required' }]);
    const answered = { ...first, day: '2027-05-01' };
    const next = await visitor.submit('register-step-1', answered, '/fr/soon?rc=PLACES');
    expect(next.location).toBe('/fr/registration/formstarted');
    expect(await stored(backend)).toEqual([]);
    expect((await visitor.get('/fr/soon')).form.values).toMatchObject({ occasion: 'wedding', day: '2027-05-01' });
    const { gender, firstName, lastName, terms } = marie;
    const last = { gender, firstName, lastName, terms };
    const done = await visitor.submit('register-step-2', last, '/fr/registration/formstarted');
    expect(done.location).toBe('/fr/registration/formfinished');
    expect((await stored(backend)).map(({ document, content }) => [document, content])).toEqual([
      ['landings/soon', { email: 'Marie@example.com', occasion: 'wedding', day: '2027-05-01' }],
    ]);
  });

  test('of an application and of the waiting list are stored with the address of the person, once for the same answers', async () => {
    const { backend, visitor, server } = await open();
    const apply = (more: object, own = visitor) =>
      own.submit('apply-for-membership', { email: 'ann@example.com', ...more }, '/de/membership-interest/apply');
    expect((await apply({})).form.errors).toEqual({ occasion: 'required' });
    for (const own of [visitor, server.visitor()]) expect((await apply({ occasion: 'ball' }, own)).status).toBe(303);
    expect((await apply({ occasion: 'ball', wishes: 'A dance.' })).status).toBe(303);
    const token = await makePurposeToken(backend.ports, 'lobby', 'ann@example.com', 600);
    await visitor.get(`/de/lobby?token=${token}`);
    const refused = await visitor.submit('join-waiting-list', { token, document: 'pages/lobby' }, '/de/lobby');
    expect([refused.status, refused.form.errors]).toEqual([422, { occasion: 'required' }]);
    const join = { token, document: 'pages/lobby', occasion: 'ball', colours: 'red' };
    expect((await visitor.submit('join-waiting-list', join, '/de/lobby')).location).toBe('/de/lobby');
    expect((await stored(backend)).map(({ content }) => content)).toEqual([
      { email: 'ann@example.com', occasion: 'ball' },
      { email: 'ann@example.com', occasion: 'ball', wishes: 'A dance.' },
      { email: 'ann@example.com', occasion: 'ball', colours: ['red'] },
    ]);
  });

  test('of a member’s preferences are stored with them, and refused before anything is saved', async () => {
    const { backend, visitor } = await open();
    await visitor.submit('register', marie, '/fr?rc=PLACES');
    const token = await makePurposeToken(backend.ports, 'social', marie.email, 600);
    const page = '/fr/registration/social-second-step';
    await visitor.get(`${page}?token=${token}`);
    const send = (more: object) => visitor.submit('set-preferences', { token, preferences: 'women', ...more }, page);
    const refused = await send({});
    expect([refused.status, refused.form.errors]).toEqual([422, { occasion: 'required' }]);
    const { db } = backend.ports.database;
    const saved = () => db.selectFrom('members').select('preferences').execute();
    expect(await saved()).toEqual([{ preferences: null }]);
    expect((await send({ occasion: 'ball' })).status).toBe(303);
    expect(await saved()).toEqual([{ preferences: '["women"]' }]);
    expect((await stored(backend)).map(({ content }) => content)).toEqual([{ email: marie.email, occasion: 'ball' }]);
  });
});
