import { describe, expect, test } from 'vitest';
import { getProjectFields, projectStep } from '#tests/helpers/project-forms.ts';
import {
  addCode,
  balance,
  bench,
  engines,
  linkTo,
  request,
  testSite,
  tokenFor,
  unlimited,
} from '#tests/helpers/backend.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** On a busy machine not everybody gets a connection in time; who got none has done nothing and asks again. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!String(error).includes('timeout exceeded when trying to connect')) throw error;
    }
  }
}

describe.each(engines)('registering on %s', (engine) => {
  const { start, location } = bench(engine);

  test('reserves a place, keeps the proofs of consent and mails a link in the language of the form', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 3);
    const answer = await backend.members.register(request({ email: 'Marie@EXAMPLE.com', code: 'pla-ces' }));
    expect(answer).toMatchObject({ outcome: 'registered', email: 'Marie@EXAMPLE.com' });
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 3, free: 2, pending: 1, active: 0 });

    const { db } = backend.ports.database;
    expect(await db.selectFrom('members').select(['email', 'email_canonical', 'state', 'country']).execute()).toEqual([
      { email: 'Marie@EXAMPLE.com', email_canonical: 'marie@example.com', state: 'pending', country: 'FR' },
    ]);
    expect(
      await db.selectFrom('newsletter_consents').select(['text', 'version', 'locale', 'confirmed_at']).execute(),
    ).toEqual([{ text: 'Oui, écrivez-moi.', version: '1', locale: 'fr', confirmed_at: null }]);
    expect(
      (await db.selectFrom('policy_acceptances').select('policy').orderBy('policy').execute()).map(
        ({ policy }) => policy,
      ),
    ).toEqual(['privacy', 'terms']);
    const link = await linkTo(backend, 'Marie@EXAMPLE.com');
    expect(link.href).toMatch(/^https:\/\/www\.example\.com\/fr\/registration\/activateaccount\?token=[\w-]{43}$/);
  });

  test('the database holds no usable token and no readable mail', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await backend.members.register(request());
    const token = await tokenFor(backend, 'marie@example.com');
    const { db } = backend.ports.database;
    const dump = JSON.stringify([
      await db.selectFrom('outbox').selectAll().execute(),
      await db.selectFrom('activation_tokens').selectAll().execute(),
      await db.selectFrom('idempotency_keys').selectAll().execute(),
    ]);
    expect(dump).not.toContain(token);
    expect(dump).not.toContain('Été');
  });

  test('ten equal submits of one browser at once are one registration and one mail, and all get the same answer', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const own = { ...request(), formKey: 'only this browser has it' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => backend.members.register(own)));
    const answered = answers.map((answer) => JSON.stringify({ ...answer, repeated: true }));
    expect(new Set(answered).size).toBe(1);
    expect(answers[0]?.outcome).toBe('registered');
    // Nine of them know that they are repeats, so that experiments count one registration.
    expect(answers.filter((answer) => 'repeated' in answer)).toHaveLength(9);
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 1, free: 0, pending: 1, active: 0 });
    expect(await backend.outbox.list()).toHaveLength(1);
  });

  test('a submit with other values, or a late one, learns that the account is pending', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    await backend.members.register(request());
    expect(await backend.members.register(request({ firstName: 'Maria' }))).toMatchObject({ outcome: 'pending' });
    backend.pass(HOUR);
    expect(await backend.members.register(request())).toMatchObject({ outcome: 'pending' });
    expect(await backend.outbox.list()).toHaveLength(1);
  });

  test.each([
    ['nothing', undefined],
    ['something of its own', 'another browser has this'],
  ])('who posts the data of a registration, and brings %s, gets the pending screen alone', async (_, formKey) => {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    const own = { ...request(), formKey: 'only this browser has it' };
    const first = await backend.members.register(own);
    const replay = () => backend.members.register({ ...request(), ...(formKey !== undefined && { formKey }) });
    expect(await replay()).toMatchObject({ outcome: 'pending' });
    expect(await backend.members.register(own)).toEqual({ ...first, repeated: true });
    await backend.ports.database.db.updateTable('inviters').set({ free: 0, active: 1 }).execute();
    expect(await replay()).toMatchObject({ outcome: 'pending' });
    expect(await backend.members.register(own)).toEqual({ ...first, repeated: true });
    expect(await backend.outbox.list()).toHaveLength(1);
  });

  test('a key that a client sends answers its retry, and refuses another body under it', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    const first = await backend.members.register({ ...request(), idempotencyKey: 'k-1' });
    backend.pass(HOUR);
    expect(await backend.members.register({ ...request(), idempotencyKey: 'k-1' })).toEqual({
      ...first,
      repeated: true,
    });
    expect(
      await backend.members.register({ ...request({ email: 'other@example.com' }), idempotencyKey: 'k-1' }),
    ).toEqual({
      outcome: 'key-reused',
    });
  });

  test('A registration needs a usable code, whatever is wrong with it', async () => {
    const backend = await start();
    await backend.members.demo.seed();
    const errors = await Promise.all(
      ['UNKNOWN-1', 'GONE-1', 'COUPON-1', 'EMPTY-0', 'FULL-50', 'LINK-STRIPPED'].map((code) =>
        backend.members.register(request({ code })),
      ),
    );
    expect(errors.map((answer) => (answer.outcome === 'refused' ? answer.error : answer.outcome))).toEqual([
      'REGISTRATION_CODE_INVALID',
      'INVITER_INVALID',
      'REFERER_INVALID',
      'REGISTRATION_CODE_NO_BALANCE_LEFT',
      'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS',
      'REGISTRATION_CODE_TIMESTAMP_MISSING',
    ]);
    expect(
      await backend.ports.database.db.selectFrom('members').select('id').where('id', 'not like', 'demo-%').execute(),
    ).toEqual([]);
  });

  test('when no place is left the answer carries a token for the lobby, which joins the waiting list', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 0);
    const answer = await backend.members.register(request());
    if (answer.outcome !== 'refused' || answer.lobbyToken === null)
      throw new Error('Expected a refusal with a lobby token.');
    expect(
      await backend.members.joinWaitingList({ form: { token: answer.lobbyToken }, locale: 'fr', network: '192.0.2.1' }),
    ).toEqual({ outcome: 'joined', email: 'marie@example.com' });
  });

  test('a landing that is missing does not stand in the way of registering', async () => {
    const options = await location();
    const backend = await start({ ...options, site: { ...testSite, hasLanding: () => false } });
    await addCode(backend, 'PLACES', 1, { landing: 'landings/lost' });
    expect(await backend.members.checkCode({ code: 'PLACES', network: '192.0.2.1' })).toMatchObject({
      outcome: 'refused',
      error: 'CUSTOMIZATION_MISSING',
      known: true,
    });
    expect(await backend.members.register(request())).toMatchObject({ outcome: 'registered' });
  });

  test('200 people at once share 20 places: exactly 20 get one and the balance adds up', async () => {
    const backend = await start({ settings: { limits: unlimited } });
    await addCode(backend, 'PLACES', 20);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        patiently(() => backend.members.register(request({ email: `guest${index}@example.com` }))),
      ),
    );
    expect(answers.filter(({ outcome }) => outcome === 'registered')).toHaveLength(20);
    expect(answers.filter(({ outcome }) => outcome === 'refused')).toHaveLength(180);
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 20, free: 0, pending: 20, active: 0 });
    const { db } = backend.ports.database;
    expect(await db.selectFrom('members').select('id').execute()).toHaveLength(20);
    expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(20);
  });

  test('40 at once on ten places: the 30 refusals name the pending registrations that hold them (B2)', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 10);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        patiently(() => backend.members.register(request({ email: `visitor-${index}@example.com` }))),
      ),
    );
    const said = answers.map((answer) => ('error' in answer ? answer.error : answer.outcome));
    expect(said.filter((word) => word === 'registered')).toHaveLength(10);
    expect(said.filter((word) => word === 'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS')).toHaveLength(
      30,
    );
  });

  test('two application processes on one database share the places as well', async () => {
    const place = await location();
    const [one, two] = [
      await start({ ...place, settings: { limits: unlimited } }),
      await start({ ...place, settings: { limits: unlimited } }),
    ];
    await addCode(one, 'PLACES', 10);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 === 0 ? one : two).members.register(request({ email: `guest${index}@example.com` })),
      ),
    );
    expect(answers.filter(({ outcome }) => outcome === 'registered')).toHaveLength(10);
    expect(await balance(two, 'PLACES')).toEqual({ issued: 10, free: 0, pending: 10, active: 0 });
  });

  test('another address while pending: the old link is invalid and the new one works', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const answer = await backend.members.register(request());
    if (answer.outcome !== 'registered') throw new Error('Expected a registration.');
    const oldToken = await tokenFor(backend, 'marie@example.com');
    const { registration } = answer;
    expect(
      await backend.members.changeEmail({ registration, form: { email: 'marie@example.org' }, network: '192.0.2.1' }),
    ).toEqual({ outcome: 'changed', email: 'marie@example.org' });
    expect(await backend.members.registrationStatus(registration)).toEqual({
      state: 'finished',
      email: 'marie@example.org',
      voucher: null,
    });
    expect(await backend.members.activate({ token: oldToken, network: '192.0.2.1' })).toEqual({ outcome: 'pending' });
    expect(
      await backend.members.activate({ token: await tokenFor(backend, 'marie@example.org'), network: '192.0.2.1' }),
    ).toMatchObject({ outcome: 'active' });
    expect(
      await backend.members.changeEmail({ registration, form: { email: 'marie@example.net' }, network: '192.0.2.1' }),
    ).toEqual({ outcome: 'already-active' });
    expect(await backend.members.registrationStatus(registration)).toEqual({
      state: 'activated',
      email: 'marie@example.org',
      voucher: null,
    });
  });

  test('an address of another person cannot be taken over, and a forged handle finds nothing', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    const mine = await backend.members.register(request());
    await backend.members.register(request({ email: 'paul@example.com' }));
    if (mine.outcome !== 'registered') throw new Error('Expected a registration.');
    const change = (registration: string) =>
      backend.members.changeEmail({ registration, form: { email: 'paul@example.com' }, network: '192.0.2.1' });
    expect(await change(mine.registration)).toMatchObject({ outcome: 'pending' });
    expect(await change(`${'A'.repeat(22)}.${'A'.repeat(43)}`)).toEqual({ outcome: 'not-found' });
  });

  test('two people who change to one address at the same time: one has it, the other learns so', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    const handles = [];
    for (const email of ['one@example.com', 'two@example.com']) {
      const answer = await backend.members.register(request({ email }));
      handles.push(answer.outcome === 'registered' ? answer.registration : '');
    }
    const answers = await Promise.all(
      handles.map((registration) =>
        backend.members.changeEmail({ registration, form: { email: 'same@example.com' }, network: '192.0.2.1' }),
      ),
    );
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'pending']);
    const { db } = backend.ports.database;
    expect(await db.selectFrom('members').select('id').where('email', '=', 'same@example.com').execute()).toHaveLength(
      1,
    );
  });

  test('asking for the mail again sends one new link, at most five times an hour', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const answer = await backend.members.register(request());
    if (answer.outcome !== 'registered') throw new Error('Expected a registration.');
    const again = () => backend.members.resendActivation({ registration: answer.registration, network: '192.0.2.1' });
    backend.pass(60_000);
    const outcomes = await Promise.all([again(), again()]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
    expect(await backend.outbox.list()).toHaveLength(2);
    for (let press = 0; press < 3; press += 1) {
      backend.pass(60_000);
      expect((await again()).outcome).toBe('sent');
    }
    expect(await again()).toMatchObject({ outcome: 'too-many-requests' });
  });

  test('an account that stays pending goes after seven days and gives its place and its address back', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await backend.members.register(request());
    backend.pass(6 * DAY);
    expect((await backend.runMaintenance()).expired).toBe(0);
    backend.pass(DAY);
    const [one, two] = await Promise.all([backend.runMaintenance(), backend.runMaintenance()]);
    expect(one.expired + two.expired).toBe(1);
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 1, free: 1, pending: 0, active: 0 });
    expect(await backend.members.register(request())).toMatchObject({ outcome: 'registered' });
  });

  test('the draft of the lean flow survives and becomes a registration with the second step', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const saved = await backend.members.saveDraft({
      draft: 'a draft this server never made',
      ...projectStep('registration-step-1'),
      form: { email: 'marie@example.com', country: 'FR', code: 'PLACES' },
      network: '192.0.2.1',
    });
    if (saved.outcome !== 'saved') throw new Error('Expected a draft.');
    expect(saved.draft).toMatch(/^[\w-]{43}$/);
    expect(await backend.members.loadDraft(saved.draft)).toMatchObject({
      values: { email: 'marie@example.com' },
    });
    const second = {
      ...request(),
      fields: getProjectFields('registration-step-2'),
      form: { gender: 'woman', firstName: 'Marie', lastName: 'Curie', terms: true },
    };
    const { draft } = saved;
    expect(await backend.members.finishDraft({ ...second, draft: null })).toEqual({ outcome: 'step-missing' });
    expect(await backend.members.finishDraft({ ...second, draft, form: { gender: 'woman' } })).toMatchObject({
      outcome: 'invalid',
    });
    const answer = await backend.members.finishDraft({ ...second, draft });
    expect(answer).toMatchObject({ outcome: 'registered' });
    expect(await backend.members.finishDraft({ ...second, draft })).toEqual({ ...answer, repeated: true });
    backend.pass(HOUR);
    expect(await backend.members.loadDraft(saved.draft)).toBeNull();
  });

  test('a draft is gone after 24 hours, for the visitor and from the database', async () => {
    const backend = await start();
    const saved = await backend.members.saveDraft({
      draft: null,
      ...projectStep('code-last-step-1'),
      form: { email: 'marie@example.com', country: 'FR' },
      network: '192.0.2.1',
    });
    if (saved.outcome !== 'saved') throw new Error('Expected a draft.');
    backend.pass(DAY);
    expect(await backend.members.loadDraft(saved.draft)).toBeNull();
    expect((await backend.runMaintenance()).purged['registration_drafts']).toBe(1);
  });

  test('with disclosure by mail every submit is answered alike and the mail says the rest', async () => {
    const backend = await start({
      settings: { limits: unlimited, accountEnumeration: 'prevent', minimumResponseTimeMs: 5 },
    });
    await addCode(backend, 'PLACES', 5);
    await backend.members.register(request());
    await backend.members.activate({ token: await tokenFor(backend, 'marie@example.com'), network: '192.0.2.1' });
    backend.pass(HOUR);
    const known = await backend.members.register(request());
    const fresh = await backend.members.register(request({ email: 'neu@example.com' }));
    if (known.outcome !== 'registered' || fresh.outcome !== 'registered')
      throw new Error('Expected two equal answers.');
    expect(Object.keys(known)).toEqual(Object.keys(fresh));
    expect(known.registration).toHaveLength(fresh.registration.length);
    const network = '192.0.2.1';
    expect(await backend.members.resendActivation({ registration: known.registration, network })).toEqual({
      outcome: 'sent',
    });
    expect((await backend.members.registrationStatus(known.registration)).state).toBe('finished');
    expect(
      (
        await backend.members.changeEmail({
          registration: known.registration,
          form: { email: 'x@example.com' },
          network,
        })
      ).outcome,
    ).toBe('changed');
    const templates = (await backend.outbox.list())
      .filter(({ to }) => to === 'marie@example.com')
      .map(({ template }) => template);
    expect(templates.toSorted()).toEqual(['account-exists', 'activation']);
  });

  test('a network that asks too often learns when to come back', async () => {
    const backend = await start({
      settings: { limits: { ...unlimited, registrationPerNetwork: { max: 1, windowSeconds: 600 } } },
    });
    await addCode(backend, 'PLACES', 5);
    await backend.members.register(request());
    const answer = await backend.members.register(request({ email: 'two@example.com' }));
    expect(answer.outcome).toBe('too-many-requests');
    expect(
      await backend.members.register({ ...request({ email: 'two@example.com' }), network: '198.51.100.7' }),
    ).toMatchObject({ outcome: 'registered' });
  });
});
