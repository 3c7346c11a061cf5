import { request as send } from 'node:http';
import { expect, test } from 'vitest';
import { addCode, bench, tokenFor, unlimited } from '#tests/helpers/backend.ts';
import { makeBlock } from '#tests/helpers/make-site.ts';
import {
  type Answer,
  serveRegistration,
  type TestServer,
  type TestVisitor,
} from '#tests/helpers/registration-server.ts';
import { seeded } from '#tests/prove/parts/seeded.ts';
import reported from './reported.json' with { type: 'json' };

const { start } = bench('sqlite');
const token = 'Ab3_-'.repeat(8) + 'xYz';

const open = async () => {
  const backend = await start({ settings: { limits: unlimited } });
  await addCode(backend, 'ANNA-50', 500);
  const landing = { facets: ['code', 'inviter'], blocks: [makeBlock({ id: 'code', type: 'access-code' })] };
  const server = await serveRegistration(backend, {}, undefined, undefined, {
    documents: [{ id: 'landings/black-friday', slug: 'black-friday', ...landing }],
  });
  return { backend, server, visitor: server.visitor() };
};

/** As a program sends it: neither escaped nor resolved. */
function readStatus({ url }: TestServer, path: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = send(
      { hostname, port, path, headers: { cookie: 'lang=%E9; x=50%', referer: 'https://x.example/?a=%E9%' } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.on('error', reject).end();
  });
}

const shown = ({ status, document }: Answer) => [status, document];

test('an address opens its page, however it was written', async () => {
  const { visitor } = await open();
  for (const [address, document] of Object.entries(reported.pages)) {
    const answer = await visitor.get(address.replace('TOKEN', token));
    expect([address, ...shown(answer), answer.value('token')]).toEqual([
      address,
      200,
      document,
      address.includes('token') ? token : null,
    ]);
  }
  for (const cut of reported.incomplete) {
    const address = `/registration/activateaccount?token=${cut.replace('TOKEN', token)}`;
    expect([address, ...shown(await visitor.get(address))]).toEqual([
      address,
      200,
      'pages/registration/activateaccountError',
    ]);
  }
});

test('an invitation is the same invitation, however its link was written', async () => {
  const { visitor } = await open();
  for (const address of reported.invitations) {
    const { status, facets, value } = await visitor.get(address);
    expect([address, status, facets['code'], value('rc'), value('name')]).toEqual([
      address,
      200,
      'known',
      'ANNA-50',
      'Anna',
    ]);
  }
});

test('an address that means nothing is not found, wherever it might lead', async () => {
  const { visitor, server } = await open();
  for (const address of [
    '/%E0%A4%A',
    '/%',
    '/a%00b',
    '/%5Cevil.example',
    '/.%2F%2Fevil.example',
    '/x.',
    '/.',
    '/%2Fgraphql.',
    '/assets/%E9',
  ])
    expect([address, (await visitor.get(address)).status]).toEqual([address, address === '/.' ? 200 : 404]);
  expect(await readStatus(server, '/\\evil.example')).toBe(404);
});

const PIECES = [
  '%',
  '50%',
  '%E9',
  '%FC',
  '%E0%A4%A',
  '%C0%AF',
  '%ED%A0%80',
  '%00',
  '%u00e9',
  '+',
  ';',
  '?',
  '&amp;',
  '&',
  '=',
  '%%',
  '%zz',
  'utm_source',
  'a'.repeat(3_000),
  '#',
  '"',
  '\\',
  '[]',
];
const ROUTES = [
  '/',
  '/de',
  '/black-friday',
  '/pl/black-friday',
  '/about-us',
  '/ANNA-50',
  '/de/ANNA-50',
  '/membership-interest',
  '/lean',
  '/sv/registration/registrationformemailpendingcomplete',
];

test.each(['/', '/shop/', '/acquisition/'])(
  'the settings of the client are at their address below %s and without it',
  async (basePath) => {
    const backend = await start();
    const more = { deployment: { basePath } };
    const server = await serveRegistration(backend, { BASE_PATH: basePath }, undefined, undefined, more);
    for (const address of ['/acquisition/defaults.json', `${basePath}acquisition/defaults.json`]) {
      const { status, headers } = await server.visitor().get(address);
      expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'application/json; charset=utf-8']);
    }
  },
);

test('two hundred queries that do not read open the pages of all routes', async () => {
  const { server } = await open();
  const random = seeded(39);
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)] as Value;
  const addresses = Array.from({ length: 200 }, (_, at) => {
    const pieces = Array.from({ length: 1 + (at % 4) }, () => pick(PIECES));
    return `${ROUTES[at % ROUTES.length]}?${pieces.join(pick(['', '=', '&']))}`;
  });
  const answered = await Promise.all(addresses.map(async (address) => [address, await readStatus(server, address)]));
  expect(answered.filter(([, status]) => status !== 200)).toEqual([]);
});

const marie = { gender: 'woman', firstName: 'Marie', lastName: 'Curie', country: 'FR', terms: 'on', code: 'ANNA-50' };

test('a code is found however it was typed or pasted, and nothing else is', async () => {
  const { visitor, backend } = await open();
  const link = 'https://www.example.com/de/ANNA-50';
  for (const code of reported.codes) {
    const { location } = await visitor.submit('check-code', { code: code.replace('LINK', link) });
    expect([code, location]).toEqual([code, '/de?rc=ANNA-50']);
    const answer = await visitor.operate('checkRegistrationCode', {
      registrationCode: code.replace('LINK', link),
      locale: 'de',
      storedReferral: null,
    });
    expect([code, answer['registrationCodeDetails']]).toEqual([code, expect.objectContaining({ errorDetails: [] })]);
  }
  for (const code of reported.otherCodes) {
    const { status, form } = await visitor.submit('check-code', { code });
    expect([code, status, form.errors]).toEqual([code, 422, { code: 'errors.codeInvalid' }]);
  }
  const made = await backend.members.generateLink({
    form: { code: 'ANNA-50' },
    actor: 'test',
    idempotencyKey: 'key-0001',
  });
  if (made.outcome !== 'generated') throw new Error(made.outcome);
  const { url, code, validityTimestamp } = made.link;
  const { location } = await visitor.submit('check-code', { code: `„${url}“.` });
  expect(location).toBe(`/de?${new URLSearchParams({ rc: code, validityTimestamp }).toString()}`);
  expect((await visitor.get(location ?? '')).facets['code']).toBe('known');
});

async function register(visitor: TestVisitor, fields: Readonly<Record<string, string>>): Promise<Answer> {
  return visitor.submit('register', { ...marie, email: 'marie@example.org', ...fields }, '/de?rc=ANNA-50');
}

test('Names and addresses are stored as people write them, without stray characters', async () => {
  const { backend, server } = await open();
  const { db } = backend.ports.database;
  let at = 0;
  for (const [name, expected] of Object.entries(reported.names)) {
    at += 1;
    const email = `name-${at}@example.org`;
    const { status, form } = await register(server.visitor(), { firstName: name, lastName: name, email });
    expect([name, status, form.errors]).toEqual([name, 303, undefined]);
    const row = await db
      .selectFrom('members')
      .select(['first_name', 'last_name'])
      .where('email', '=', email)
      .executeTakeFirst();
    expect(row).toEqual({ first_name: expected, last_name: expected });
  }
  for (const [mail, kept] of Object.entries(reported.mails)) {
    const written = (address: string): string => address.replace('@', `+${(at += 1)}@`).replace('＠', `+${at}＠`);
    const typed = written(mail);
    const { status, form } = await register(server.visitor(), { email: typed });
    expect([mail, status, form.errors]).toEqual([mail, 303, undefined]);
    expect(await tokenFor(backend, kept.replace('@', `+${at}@`))).toMatch(/^[\w-]{43}$/);
  }
});
