import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { Answer } from './http-client.ts';
import { abuse, type DocumentName, documents } from './operations.ts';
import { linkMailedTo, createPerson, printedLinks, tokenIn } from './people.ts';
import { listen } from './subscription.ts';
import { BEGIN, deterministic, environment } from './tested-server.ts';
import { type Cookies, readRedirect, Visitor } from './visitor.ts';
import type { Tools } from './walk.ts';

type Variables = Readonly<Record<string, unknown>>;

/** A client of the API: every answer is noted under a name of its own. */
class Client {
  readonly visitor: Visitor;
  readonly #tools: Tools;
  readonly #name: string;
  #count = 0;

  constructor(tools: Tools, name: string) {
    this.#tools = tools;
    this.#name = name;
    this.visitor = new Visitor(tools.server);
  }

  async send(
    name: DocumentName,
    variables: Variables = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Data> {
    const answer = await this.sendBody(name, { query: documents[name], variables }, headers);
    return readData(answer);
  }

  async sendBody(what: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    this.#count += 1;
    const { server, recorder, normaliser } = this.#tools;
    await server.step(`graphql ${this.#name} ${this.#count}`);
    const answer = await this.visitor.operate(body, '/de', headers);
    recorder.note('graphql', `graphql: ${this.#name}: ${this.#count} ${what}`, answer, normaliser);
    return answer;
  }
}

type Data = Readonly<Record<string, string | null | undefined>>;

/** The texts of the first operation's answer. */
function readData({ text }: Answer): Data {
  const { data }: { readonly data?: Readonly<Record<string, Data>> | null } = JSON.parse(text);
  return Object.values(data ?? {})[0] ?? {};
}

/** Everything that clients may ask, on a server that executes any document. */
export async function recordGraphql(tools: Tools): Promise<void> {
  const { server } = tools;
  const links = printedLinks(server);

  const asking = new Client(tools, 'codes');
  await asking.send('country');
  for (const sender of ['85.214.132.117', '81.0.0.1', '2a02:8070::1', 'nonsense'])
    await asking.send('country', {}, { 'x-forwarded-for': sender });
  for (const code of [
    'CERCLE-2026',
    'anna50',
    'FULL-50',
    'EMPTY-0',
    'GONE-1',
    'LOST-1',
    'COUPON-1',
    'UNKNOWN-1',
    '',
    '?!',
    'LINK-VALID',
  ])
    await asking.send('code', { code });
  for (const link of Object.values(links).filter((path) => !path.includes('token='))) {
    const { pathname, searchParams } = new URL(link, 'https://x.example');
    await asking.send('code', { code: pathname.slice(1), time: searchParams.get('validityTimestamp') });
  }
  await asking.send('code', { code: 'ANNA-50', stored: { code: 'anna50', referrer: 'https://coupons.com/' } });

  const input = (email: string, more: Variables = {}) => ({
    input: { ...createPerson(email), terms: true, newsletter: true, code: 'ANNA-50', ...more },
    locale: 'de',
  });
  const member = new Client(tools, 'member');
  await member.send('register', { input: {}, locale: 'de' });
  await member.send('register', input('anna@', { firstName: 'www.evil.example', country: 'XX' }));
  for (const code of ['FULL-50', 'EMPTY-0', 'GONE-1', 'LOST-1', 'UNKNOWN-1'])
    await member.send('register', input(`graphql-${code.toLowerCase()}@example.com`, { code }));
  await member.send('register', {
    ...input('graphql-stored@example.com'),
    stored: { code: 'ANNA-50', referrer: 'https://coupons.com/' },
  });
  await member.send('resend');
  await member.send('changeEmail', { email: 'nobody@example.com' });
  await member.send('register', {
    ...input('graphql@example.com'),
    document: 'landings/social-voucher-15-mov',
    key: 'register-once',
  });
  await member.send('register', {
    ...input('graphql@example.com'),
    document: 'landings/social-voucher-15-mov',
    key: 'register-once',
  });
  await member.send('register', { ...input('graphql-other@example.com'), key: 'register-once' });
  await member.send('register', { ...input('graphql@example.com'), key: 'short' });
  await member.send('register', input('graphql@example.com', { code: 'CERCLE-2026' }));
  await member.send('resend', { key: 'resend-once' });
  await member.send('resend', { key: 'resend-once' });
  await member.send('changeEmail', { email: 'anna@' });
  await member.send('changeEmail', { email: 'graphql-second@example.com', key: 'change-once' });
  await member.send('changeEmail', { email: 'graphql-third@example.com', key: 'change-once' });
  const socket = await listen(tools, 'member', member.visitor.cookies);
  const token = tokenIn((await linkMailedTo(server, 'graphql-second@example.com')) ?? '/');
  await member.send('activate', { token: 'unknown' });
  await member.send('activate', { token, key: 'activate-once' });
  await socket.end('once the account is active');
  await member.send('activate', { token, key: 'activate-once' });
  await member.send('activate', { token });
  await member.send('resend');
  await member.send('register', input('graphql-second@example.com'));

  const waiting = new Client(tools, 'waiting');
  const refused = await waiting.send('register', input('graphql-waits@example.com', { code: 'EMPTY-0' }));
  await waiting.send('join', { token: refused['lobbyToken'] ?? '', locale: 'de', country: 'FR', key: 'join-once' });
  await waiting.send('join', { token: refused['lobbyToken'] ?? '', locale: 'fr' });
  await waiting.send('join', { token: 'nonsense', locale: 'de' });
  await waiting.send('apply', { email: 'anna@', locale: 'de' });
  await waiting.send('apply', { email: 'graphql-applies@example.com', locale: 'de', country: 'XX' });
  await waiting.send('apply', { email: 'graphql-applies@example.com', locale: 'de', key: 'apply-once' });
  await waiting.send('apply', { email: 'graphql-applies@example.com', locale: 'de', key: 'apply-once' });
  await waiting.send('apply', { email: 'graphql-again@example.com', locale: 'de', key: 'apply-once' });
  const social = tokenIn(links['social'] ?? '/');
  await waiting.send('preferences', { token: social, preferences: [] });
  await waiting.send('preferences', { token: social, preferences: ['cars'] });
  await waiting.send('preferences', { token: 'nonsense', preferences: ['home'] });
  await waiting.send('preferences', { token: social, preferences: ['home', 'men'] });
  const entered = await waiting.visitor.post(
    '/do/enter-lobby',
    { email: 'x@example.com', code: 'EMPTY-0' },
    '/EMPTY-0',
  );
  await waiting.send('preferences', { token: tokenIn(readRedirect(entered) ?? '/'), preferences: ['home'] });

  await recordAdmin(tools);
  const stranger = new Client(tools, 'strangers');
  for (const [what, body] of Object.entries(abuse)) await stranger.sendBody(what, body);
  const query = { query: '{ __typename }' };
  const strange: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': '', origin: '' },
    { 'content-type': 'text/plain' },
    { 'content-type': '' },
    { authorization: 'Bearer nonsense' },
    { authorization: 'Basic x' },
    { accept: 'application/graphql-response+json' },
    { accept: 'text/html' },
  ];
  for (const headers of strange) await stranger.sendBody(JSON.stringify(headers), query, headers);
  const visitors: readonly Cookies[] = [{}, { '__Host-session': 'forged' }];
  for (const cookies of visitors) {
    const heard = await listen(tools, `stranger with ${JSON.stringify(cookies)}`, cookies);
    await heard.end('for a stranger');
  }
  await recordPersisted(tools, 'open');
}

async function recordAdmin(tools: Tools): Promise<void> {
  const { server, recorder } = tools;
  const tree = server.tree;
  const made = spawnSync(process.execPath, [...deterministic, 'commands/admin.ts', 'create', 'admin@example.com'], {
    cwd: tree,
    encoding: 'utf8',
    env: environment({ DATA_DIR: server.dataFolder }, BEGIN),
  });
  const password = /Password\s+(\S+)/.exec(made.stdout)?.[1];
  if (password === undefined) return recorder.broken(`No admin could be made: ${made.stderr}`);
  const admin = new Client(tools, 'admin');
  await admin.send('link', { code: 'ANNA-50', key: 'link-stranger' });
  await admin.send('signIn', { email: 'admin@example.com', password: 'a wrong password' });
  const { token } = await admin.send('signIn', { email: 'admin@example.com', password });
  await admin.send('link', { code: 'ANNA-50', key: 'link-once' });
  await admin.send('link', { code: 'ANNA-50', key: 'link-once' });
  await admin.send('link', { code: 'CERCLE-2026', key: 'link-once' });
  for (const code of ['UNKNOWN-1', 'EMPTY-0', 'GONE-1', '?!'])
    await admin.send('link', { code, key: `link-${code.length}-key` });
  const program = new Client(tools, 'program');
  await program.send('link', { code: 'ANNA-50', key: 'link-twice' }, { authorization: `Bearer ${token}` });
  await admin.send('signOut');
  await admin.send('link', { code: 'ANNA-50', key: 'link-after' });
  await program.send('link', { code: 'ANNA-50', key: 'link-after' }, { authorization: `Bearer ${token}` });
  await admin.send('signOut');
  for (let time = 0; time < 11; time += 1)
    await admin.send('signIn', { email: 'admin@example.com', password: 'a wrong password' });
  return undefined;
}

/** The client's own documents, by text and by id; the demo's page for trying them out lists them. */
export async function recordPersisted(tools: Tools, server: string): Promise<void> {
  const client = new Client(tools, `persisted on an ${server} server`);
  const { text } = await tools.server.demo.client.send({ path: '/dev/graphql' });
  const listed = /id="documents">([^<]*)</.exec(text)?.[1] ?? '{"documents":{}}';
  const { documents: known }: { documents: Readonly<Record<string, string>> } = JSON.parse(listed);
  if (Object.keys(known).length === 0) tools.recorder.broken('The page for trying out GraphQL lists no document.');
  const variables = {
    registrationCode: 'ANNA-50',
    locale: 'fr',
    email: 'p@',
    token: 'x',
    preferences: ['home'],
    input: {},
    password: 'x',
    idempotencyKey: 'persisted-1',
  };
  for (const [name, query] of Object.entries(known)) {
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    await client.sendBody(`${name} by text`, { query, variables });
    await client.sendBody(`${name} by id`, { variables, extensions: { persistedQuery: { version: 1, sha256Hash } } });
    await client.sendBody(`${name}, changed`, { query: `${query} `, variables });
  }
}
