import { describe, expect, test } from 'vitest';
import type { VoucherName } from '#journeys/registration/shared/vouchers.ts';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { createLiveSitePort } from '#server/app/live-site-port.ts';
import { addCode, bench } from '#tests/helpers/backend.ts';
import { makeBlock } from '#tests/helpers/make-site.ts';
import { ORIGIN, serveRegistration, type TestServer } from '#tests/helpers/registration-server.ts';
import { registrationSite } from '#tests/helpers/registration-site.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';

const form = (step: 'default' | 'leanStep1', voucher: VoucherName) => [
  makeBlock({ id: 'join', type: 'registration-form', props: { step, voucher } }),
];
/** Anyone who registers on the start page is promised `15-percent-mov`. */
const documents = [
  { id: 'landings/open', slug: 'open', blocks: form('default', '15-percent-no-mov') },
  {
    id: 'landings/friends',
    slug: 'friends',
    guards: [{ name: 'code', landing: 'landings/friends' }],
    blocks: form('default', '20-percent-mov'),
  },
  {
    id: 'landings/over',
    slug: 'over',
    window: { to: '2020-01-01T00:00', zone: 'Europe/Berlin' },
    blocks: form('default', '20-percent-mov'),
  },
  {
    id: 'landings/open-season',
    bases: ['landings/open'],
    window: { to: '2020-01-01T00:00', zone: 'Europe/Berlin' },
    blocks: form('default', '20-percent-mov'),
  },
  {
    id: 'landings/friends-lean',
    slug: 'friends-lean',
    guards: [{ name: 'code', landing: 'landings/friends-lean' }],
    facets: ['code'],
    blocks: form('leanStep1', '20-percent-mov'),
  },
] as const;
const site = registrationSite(ORIGIN, { documents });

const person = {
  gender: 'woman',
  firstName: 'Marie',
  lastName: 'Blanc',
  email: 'marie@example.com',
  country: 'FR',
  terms: 'on',
};
const { terms: _, ...input } = person;

describe('the voucher of a registration', () => {
  const { start } = bench('sqlite');

  async function serve() {
    const backend = await start({ site: createLiveSitePort(() => site, { loginUrl: '' }, journeys) });
    await addCode(backend, 'PLAIN', 9);
    await addCode(backend, 'OPEN', 9, { landing: 'landings/open' });
    await addCode(backend, 'FRIEND', 9, { landing: 'landings/friends' });
    await addCode(backend, 'SLIM', 9, { landing: 'landings/friends-lean' });
    await addCode(backend, 'SEASON', 9, { landing: 'landings/open-season' });
    await addCode(backend, 'OVER', 9, { landing: 'landings/over' });
    const server = await serveRegistration(backend, {}, undefined, undefined, { documents });
    const promised = async (): Promise<unknown> => {
      const { db } = backend.ports.database;
      const rows = await db.selectFrom('members').select('voucher_variant').execute();
      await db.deleteFrom('members').execute();
      await db.deleteFrom('idempotency_keys').execute();
      return rows.length === 1 ? rows[0]?.voucher_variant : `${rows.length} registrations`;
    };
    return { server, promised };
  }

  /** Every way in which a registration with a code may be sent from an address, with and without a forged field. */
  type Sender = (server: TestServer, code: string, from: string, document?: string) => Promise<unknown>;
  const senders: readonly (readonly [string, Sender])[] = [
    [
      'a form without JavaScript',
      (server, code, from, document) =>
        server.visitor().submit('register', { ...person, code, ...(document && { document }) }, from),
    ],
    [
      'a script of the page',
      (server, code, from, document) =>
        server.visitor().operate('register', { input: { ...input, terms: true, code }, locale: 'de', document }, from),
    ],
    [
      'a program that names an address',
      (server, code, from, document) =>
        fetch(`${server.url}graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', referer: ORIGIN + from },
          body: JSON.stringify({
            variables: { input: { ...input, terms: true, code }, locale: 'de', document },
            extensions: { persistedQuery: { sha256Hash: persistedIds['register'] } },
          }),
        }),
    ],
  ];

  test.each(senders)('sent by %s comes from the landing of the code, else from the address', async (_name, send) => {
    const { server, promised } = await serve();
    const gets = async (code: string, from: string, document?: string) => {
      await send(server, code, from, document);
      return promised();
    };
    // The code's own landing decides, whatever address and field say.
    expect(await gets('OPEN', '/de/OPEN')).toBe('15-percent-no-mov');
    expect(await gets('OPEN', '/de', 'landings/friends')).toBe('15-percent-no-mov');
    expect(await gets('FRIEND', '/de/FRIEND')).toBe('20-percent-mov');
    expect(await gets('FRIEND', '/de/open')).toBe('20-percent-mov');
    // In its window: a variant stands back for its base, a landing is gone.
    expect(await gets('SEASON', '/de/SEASON')).toBe('15-percent-no-mov');
    expect(await gets('OVER', '/de')).toBeNull();
    // Without one, the landing at the address does.
    expect(await gets('PLAIN', '/de/PLAIN')).toBe('15-percent-mov');
    expect(await gets('PLAIN', '/de/open?rc=PLAIN')).toBe('15-percent-no-mov');
  });

  test.each(senders)('sent by %s gains nothing by forgery', async (_name, send) => {
    const { server, promised } = await serve();
    const gets = async (code: string, from: string, document?: string) => {
      await send(server, code, from, document);
      return promised();
    };
    for (const document of [
      'landings/friends',
      'landings/over',
      'landings/open-season',
      'landings/default landings/friends',
    ])
      expect([document, await gets('PLAIN', '/de', document)]).toEqual([document, '15-percent-mov']);
    // An address that this visitor is not let in at, or that is over, promises nothing; the start page does.
    expect(await gets('PLAIN', '/de/friends?rc=PLAIN')).toBe('15-percent-mov');
    expect(await gets('PLAIN', '/de/friends', 'landings/friends')).toBe('15-percent-mov');
    expect(await gets('PLAIN', '/de/over?rc=PLAIN', 'landings/over')).toBe('15-percent-mov');
    // Another person's code in the address opens the page and brings nothing.
    expect(await gets('PLAIN', '/de/FRIEND')).toBeNull();
    expect(await gets('PLAIN', '/de/friends?rc=FRIEND')).toBeNull();
    expect(await gets('OPEN', '/de/FRIEND')).toBe('15-percent-no-mov');
  });

  test('of two steps comes from the first one, and is bound to codes like any other', async () => {
    const { server, promised } = await serve();
    const gets = async (first: string, code: string) => {
      const visitor = server.visitor();
      await visitor.submit('register-step-1', { email: person.email, country: 'FR', code }, first);
      const { gender, firstName, lastName, terms: agreed } = person;
      await visitor.submit(
        'register-step-2',
        { gender, firstName, lastName, terms: agreed },
        '/de/registration/formstarted',
      );
      return promised();
    };
    expect(await gets('/de/SLIM', 'SLIM')).toBe('20-percent-mov');
    expect(await gets('/de/SLIM', 'PLAIN')).toBeNull();
    expect(await gets('/de/SLIM', 'OPEN')).toBe('15-percent-no-mov');
  });

  test('A landing for guests of its own codes is shown to them only', async () => {
    const { server } = await serve();
    const look = async (path: string) => {
      const { status, document, location } = await server.visitor().get(path);
      return [status, document ?? location];
    };
    expect(await look('/de/friends?rc=FRIEND')).toEqual([200, 'landings/friends']);
    expect(await look('/de/FRIEND')).toEqual([200, 'landings/friends']);
    for (const path of ['/de/friends', '/de/friends?rc=PLAIN', '/de/friends?rc=NOBODY'])
      expect([path, ...(await look(path))]).toEqual([path, 302, '/de']);
  });
});
