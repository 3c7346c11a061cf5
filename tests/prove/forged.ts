import { setTimeout as sleep } from 'node:timers/promises';
import { writeStickyAssignments } from '#engine/shared/experiment-cookies.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { readResults } from '#server/site/experiments/results/results.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { type ExperimentServer, startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { productionEnvironment } from '#tests/helpers/production-environment.ts';
import { cookieHeader, visitorCookies } from '#tests/helpers/visitor-cookies.ts';
import { binomialBounds } from './parts/binomial-bounds.ts';
import type { Proof, ProofResult } from './proof.ts';

export const forged: Proof = {
  summary: 'Visitors with forged cookies beside honest ones change no result; of one network no more count than may.',
  runs: 10_000,
  run: ({ runs, progress }) =>
    examine({ forged: runs, honest: Math.ceil(runs / 5), crowd: runs, perMinute: 300 }, (done) => progress(done)),
};

export interface Sizes {
  readonly forged: number;
  readonly honest: number;
  /** First visits from one network. */
  readonly crowd: number;
  readonly perMinute: number;
}

type Cookies = Readonly<Record<string, string>>;

const hero = makeExperiment('hero', 'landings/short');
/** Who takes part in this one alone is written after whatever was done before. */
const later = makeExperiment('later', 'landings/latest', { document: 'landings/later' });
const DAY = 86_400_000;
/** Milliseconds. */
const MAX_WRITE_MS = 30_000;
/** Requests under way at a time. */
const AT_ONCE = 16;
const [registerId] = Object.entries(persistedDocuments).find(([, text]) => text.startsWith('mutation register(')) ?? [];

export async function examine(sizes: Sizes, progress: (done: number) => void = () => undefined): Promise<ProofResult> {
  const running = await startExperimentServer({
    experiments: [hero, later],
    landings: [
      { id: 'landings/short', bases: ['landings/default'] },
      { id: 'landings/later', slug: 'later' },
      { id: 'landings/latest', bases: ['landings/later'] },
    ],
    env: {
      ...productionEnvironment,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      RATE_LIMIT_EXPERIMENT_VISITORS: `${sizes.perMinute} per 1 min`,
    },
  });
  try {
    await addCode(running.backend, 'PLACES', sizes.forged + sizes.honest);
    const broken: string[] = [];
    const first = await visitHonestly(running, sizes.honest);
    const before = await readCounts(running);
    await forge(running, sizes.forged, first, progress);
    const after = await readCounts(running);
    if (JSON.stringify(after) !== JSON.stringify(before))
      broken.push(
        `Forged visitors changed the results: ${JSON.stringify(after)} in place of ${JSON.stringify(before)}.`,
      );
    const one = await sendCrowd(running, sizes, before.visitors, broken);
    return {
      found: [
        ['Honest visitors, and those that results count', `${sizes.honest}, ${sum(before.visitors)}`],
        ['Forged visitors', sizes.forged],
        ['Results after them', JSON.stringify(after) === JSON.stringify(before) ? 'the same' : 'others'],
        ...one,
      ],
      broken,
    };
  } finally {
    await running.stop();
  }
}

/** First visits, a third of which agree to statistics and half of those register; answers the cookies of one who did both. */
async function visitHonestly(running: ExperimentServer, count: number): Promise<Cookies> {
  let firstCookies: Cookies = {};
  await each(count, async (index) => {
    const network = readNetwork(index);
    let cookies = cookiesAfter({}, await ask(running, '/en', {}, network));
    if (index % 3 !== 0) return;
    const agreed = await ask(running, '/do/consent', cookies, network, { choice: 'all' });
    cookies = cookiesAfter(cookies, agreed);
    await ask(running, '/api/paint?of=landings/default___en&ms=900', cookies, network, {});
    if (index % 6 === 0) await register(running, cookies, network, `honest-${index}`);
    if (index === 0) firstCookies = cookies;
  });
  return firstCookies;
}

/** Everything that an attacker may send who has read the code, and wants the variation "test" to win. */
async function forge(
  running: ExperimentServer,
  count: number,
  honest: Cookies,
  progress: (done: number) => void,
): Promise<void> {
  const flags = new Flags(buildPayload([hero], Date.now()));
  const consent = consentCookies();
  const forgedConsent = { vitrine_consent: 'statistics-marketing.0.forged' };
  const variations = (at = Date.now()): string =>
    writeStickyAssignments([{ bucket: 'hero__0', variation: 'test', at, stored: false }]);
  const waiting = (): string => variations().replaceAll('~', '*');
  const lucky = (index: number): string => {
    const ids = Array.from({ length: 64 }, (_, turn) => visitorId(100_000 + index * 64 + turn));
    return ids.find((id) => flags.isGivenTo(id, 'hero__0', 'test')) ?? '';
  };
  const other = (index: number): string => visitorId(10_000_000 + index);
  const signed = (id: string, at?: number, secret?: string): Cookies =>
    visitorCookies({ id, lasting: true }, variations(), at, secret);
  const kinds: readonly ((index: number) => Cookies)[] = [
    (index) => ({ vitrine_visitor: other(index), vitrine_arms: variations(), ...consent }),
    (index) => ({ vitrine_visitor: `${other(index)}.1`, vitrine_arms: `${variations()}~1`, ...forgedConsent }),
    (index) => ({ vitrine_visitor: lucky(index), vitrine_arms: variations(), ...consent }),
    (index) => ({ ...signed(other(index), Date.now(), 'a secret of another site that is long enough'), ...consent }),
    (index) => ({ ...signed(other(index), Date.now() - 401 * DAY), ...consent }),
    (index) => ({ ...honest, vitrine_visitor: `${other(index)}.1` }),
    () => ({ ...honest, vitrine_arms: (honest['vitrine_arms'] ?? '').replace(/~(?:test|control)~/, '~test2~') }),
    () => ({ ...honest, vitrine_arms: (honest['vitrine_arms'] ?? '').replace(/~[12](?=!)/, '') }),
    () => honest,
    (index) => ({ vitrine_visitor: other(index), vitrine_arms: waiting(), ...consent }),
  ];
  let done = 0;
  await each(count, async (index) => {
    const network = readNetwork(1_000_000 + index);
    const cookies = kinds[index % kinds.length]?.(index) ?? {};
    await ask(running, '/api/seen?of=hero&in=en', cookies, network, {});
    await ask(running, '/api/paint?of=landings/default___en&ms=59000', cookies, network, {});
    // Anyone who came with the honest visitor's cookies would take that visitor's agreement back.
    if (cookies['vitrine_visitor'] !== honest['vitrine_visitor'])
      await ask(running, '/do/consent', cookies, network, { choice: 'all' });
    await register(running, cookies, network, `forged-${index}`);
    done += 1;
    if (done % 500 === 0) progress(done);
  });
}

/** Real first visits of one network: no more count than may, in the shares of the variations, and results name the others. */
async function sendCrowd(
  running: ExperimentServer,
  { crowd, perMinute }: Sizes,
  before: readonly number[],
  broken: string[],
): Promise<ProofResult['found']> {
  const begun = Math.floor(Date.now() / 60_000);
  await each(crowd, async () => void (await ask(running, '/en', {}, '198.51.100.7')));
  const minutes = Math.floor(Date.now() / 60_000) - begun + 1;
  const { visitors, surplus, oneNetwork } = await readCounts(running);
  const more = visitors.map((count, variation) => count - (before[variation] ?? 0));
  const counted = sum(more);
  if (counted > perMinute * minutes) broken.push(`${counted} visitors of one network count within ${minutes} minutes.`);
  if (counted + surplus !== crowd)
    broken.push(`${crowd - counted - surplus} first visits are neither counted nor named.`);
  const [low, high] = binomialBounds(counted, 0.5, 0.9999);
  if (more.some((count) => count < low || count > high)) broken.push(`They are split as ${more.join(' and ')}.`);
  return [
    ['First visits of one network', crowd],
    ['Of them counted, within minutes', `${counted}, ${minutes}`],
    ['Of them in each variation', more.join(', ')],
    ['Named as beyond the limit', surplus],
    [
      'Share of a variation that results name',
      oneNetwork === null ? 'none' : `${Math.round(oneNetwork.share * 100)} %`,
    ],
  ];
}

interface Figures {
  readonly visitors: readonly number[];
  readonly conversions: readonly number[];
  readonly agreed: readonly unknown[];
  readonly paints: readonly unknown[];
  readonly rows: number;
  readonly surplus: number;
  readonly oneNetwork: { readonly share: number } | null;
}

/** Once everything is written that waits. */
async function readCounts(running: ExperimentServer): Promise<Figures> {
  const { db } = running.backend.ports.database;
  const ofLater = async (): Promise<number> => {
    const { variations } = await readResults(db, later, 'sequential');
    return sum(variations.map(({ visitors }) => visitors));
  };
  const before = await ofLater();
  await ask(running, '/en/later', {}, '203.0.113.9');
  const until = Date.now() + MAX_WRITE_MS;
  while ((await ofLater()) === before) {
    if (Date.now() > until) throw new Error('A visit is not written.');
    await sleep(20);
  }
  const { variations, surplus, oneNetwork } = await readResults(db, hero, 'sequential');
  const rows = await db.selectFrom('phase_exposures').select('id').execute();
  return {
    visitors: variations.map(({ visitors }) => visitors),
    conversions: variations.map(({ conversions }) => conversions),
    agreed: variations.map(({ agreed }) => agreed),
    paints: variations.map(({ paint }) => paint),
    rows: rows.length,
    surplus,
    oneNetwork,
  };
}

async function ask(
  { origin }: ExperimentServer,
  path: string,
  cookies: Cookies,
  network: string,
  fields?: Readonly<Record<string, string>>,
): Promise<Response> {
  const headers = { 'user-agent': CHROME, 'x-forwarded-for': network, 'sec-fetch-site': 'same-origin' };
  const cookie = Object.keys(cookies).length > 0 && { cookie: cookieHeader(cookies) };
  const isEmpty = fields !== undefined && Object.keys(fields).length === 0;
  const body = fields !== undefined && !isEmpty && { body: new URLSearchParams(fields) };
  const method = fields !== undefined && { method: 'POST' };
  const answer = await fetch(origin + path, {
    redirect: 'manual',
    headers: { ...headers, ...cookie },
    ...method,
    ...body,
  });
  await answer.arrayBuffer();
  return answer;
}

/** As programs register, with the cookies of a browser. */
async function register({ origin }: ExperimentServer, cookies: Cookies, network: string, name: string): Promise<void> {
  const input = { gender: 'woman', firstName: 'Ada', lastName: 'Byron', country: 'FR', terms: true, code: 'PLACES' };
  const answer = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network, cookie: cookieHeader(cookies) },
    body: JSON.stringify({
      extensions: { persistedQuery: { version: 1, sha256Hash: registerId } },
      variables: { input: { ...input, email: `${name}@example.com` }, locale: 'en' },
    }),
  });
  const text = await answer.text();
  if (!text.includes('"REGISTERED"')) throw new Error(`A registration was answered with ${answer.status}: ${text}`);
}

function cookiesAfter(before: Cookies, answer: Response): Cookies {
  const kept = new Map(Object.entries(before));
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
    kept.set(name, decodeURIComponent(value));
  }
  return Object.fromEntries(kept);
}

/** One of many networks, none of which brings much. */
const readNetwork = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

async function each(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
