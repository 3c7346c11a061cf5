import { describe, expect, test } from 'vitest';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { signLinkTimestamp } from '#journeys/registration/members/codes/link-timestamp.ts';
import { buildConsentCookie } from '#server/site/consent/consent-record.ts';
import { createReadVisitor } from '#server/site/visitors/read-visitor.ts';
import { addCode, bench, pageEngines, type TestBackend } from '#tests/helpers/backend.ts';
import { serveRegistration, type TestServer } from '#tests/helpers/registration-server.ts';

const OLD = 'the old secret of tests is long enough';
const NEW = 'the new secret of tests is long enough';

/** How a secret is replaced while servers are replaced one by one, so that each stage meets the one before and the one after it. */
const stages = [OLD, `${OLD},${NEW}`, `${NEW},${OLD}`, NEW];
/** What a server of the first makes, one of the second must be able to read. */
const meetings = stages.flatMap((stage, index) => {
  const next = stages[index + 1];
  return next === undefined ? [] : [[stage, next] as const, ...(index < 2 ? [[next, stage] as const] : [])];
});

interface Release {
  readonly backend: TestBackend;
  readonly server: TestServer;
}

const DAY = 86_400_000;
const names = { gender: 'woman', firstName: 'Marie', lastName: 'Blanc', terms: 'on' };
const readCookie = (set: string | null): string => (set ?? '').split(';')[0] ?? '';

describe.each(pageEngines)('while SECRET is replaced on %s', (engine) => {
  const { start, location } = bench(engine);

  async function release(where: Awaited<ReturnType<typeof location>>, secret: string): Promise<Release> {
    const backend = await start({ ...where, secret });
    return { backend, server: await serveRegistration(backend) };
  }

  /** Begins everything that holds a secret at one server and goes on at the other; says what became of each. */
  async function carriedOver(made: Release, read: Release): Promise<Readonly<Record<string, unknown>>> {
    const { ports } = made.backend;
    const { secrets } = read.backend.ports;
    const email = 'marie@example.com';
    await addCode(made.backend, 'PLACES', 9);
    await addCode(made.backend, 'LINK', 9);
    const { db } = ports.database;
    await db.updateTable('registration_codes').set({ kind: 'generated' }).where('label', '=', 'LINK').execute();

    const first = made.server.visitor();
    await first.submit('register-step-1', { email, country: 'FR', code: 'PLACES' }, '/fr/lean');
    const second = read.server.visitor({ cookie: readCookie(first.setCookie) });
    const registered = await second.submit('register-step-2', names, '/fr/registration/formstarted');

    const own = made.server.visitor();
    const other = 'anna@example.com';
    await own.submit('register', { ...names, email: other, country: 'FR', code: 'PLACES' }, '/fr?rc=PLACES');
    const owner = read.server.visitor({ cookie: readCookie(own.setCookie) });
    const finished = await owner.get('/fr/registration/formfinished');
    const mails = await read.backend.outbox.list().catch(() => []);
    const mail = mails.find(({ to }) => to === other);
    const lobby = await makePurposeToken(ports, 'lobby', email, 60);
    const link = signLinkTimestamp(ports.secrets.link, 'LINK', ports.clock.now() + DAY);
    const consent = buildConsentCookie(ports.secrets.consent, { granted: ['statistics'], at: Date.now() });
    return {
      draft: registered.location,
      session: [finished.status, finished.value('email')],
      mail: mail?.text.includes('activateaccount?token=') ?? false,
      token: (await read.backend.members.checkToken('lobby', lobby)).state,
      link: (await read.backend.members.checkCode({ code: 'LINK', validityTimestamp: link, network: 'x' })).outcome,
      consent: createReadVisitor(secrets, () => undefined)(`${consent.name}=${consent.value}`, Date.now()).consent,
    };
  }

  test.each(meetings)(
    'a server with %j is understood by one with %j: drafts, sessions, mails, tokens, links, consent',
    async (made, read) => {
      const where = await location();
      const [one, two] = [await release(where, made), await release(where, read)];
      expect(await carriedOver(one, two)).toEqual({
        draft: '/fr/registration/formfinished',
        session: [200, 'anna@example.com'],
        mail: true,
        token: 'valid',
        link: 'valid',
        consent: ['statistics'],
      });
    },
  );

  test('and replaced at one go, what the old one made is refused and its visitors begin again; no answer is an error', async () => {
    const where = await location();
    const [one, two] = [await release(where, OLD), await release(where, NEW)];
    expect(await carriedOver(one, two)).toEqual({
      draft: '/fr/registration/formstarted',
      session: [302, null],
      mail: false,
      token: 'refused',
      link: 'refused',
      consent: null,
    });
    // The mail waits for the secret to come back.
    const sent = await release(where, `${NEW},${OLD}`);
    expect((await sent.backend.outbox.list()).map(({ to }) => to)).toEqual(['anna@example.com']);
  });

  test('a draft whose secret is gone does not stand in the way of its visitor', async () => {
    const where = await location();
    const [one, two] = [await release(where, `${NEW},${OLD}`), await release(where, NEW)];
    await addCode(one.backend, 'PLACES', 9);
    const old = await release(where, `${OLD},${NEW}`);
    const visitor = one.server.visitor();
    // The cookie is sealed with the new secret, the draft behind it with the old one.
    await visitor.submit('register-step-1', { email: 'marie@example.com', country: 'FR', code: 'PLACES' }, '/fr/lean');
    const cookie = readCookie(visitor.setCookie);
    await old.server
      .visitor({ cookie })
      .submit('register-step-1', { email: 'marie@example.com', country: 'DE', code: 'PLACES' }, '/fr/lean');
    const left = two.server.visitor({ cookie });
    expect((await left.get('/fr/lean')).status).toBe(200);
    const { location: next } = await left.submit('register-step-2', names, '/fr/registration/formstarted');
    expect([next, (await left.get(next ?? '')).headers.get('location')]).toEqual([
      '/fr/registration/formstarted',
      '/fr',
    ]);
  });
});
