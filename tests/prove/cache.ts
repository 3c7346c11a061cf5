import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { freePort } from '#tests/helpers/server.ts';
import { findNginx } from '#tests/setup/programs.ts';
import { SECRET, setExperimentStage } from './parts/experiment-stage.ts';
import { startNaiveCache, startNginx } from './parts/nginx.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PLAIN = '/en/about-us';
/** The experiment of the site that shows its variations in place. */
const EXPERIMENT = 'short-hero';
const TESTED = '/en';

export const cache: Proof = {
  summary:
    'Starts nginx with the file of deploy/ before a real server: hit rates by cookie, and no page of a person is ever kept.',
  runs: 10,
  missing: () =>
    findNginx() === null
      ? 'there is no nginx; unpack the package of your system and name its program in NGINX_PATH'
      : null,
  run: prove,
};

interface Asked {
  readonly path: string;
  readonly cookie?: string;
  readonly agent?: string;
}

interface Answered {
  readonly status: number;
  readonly hit: boolean;
  readonly body: string;
  readonly cookies: readonly string[];
  readonly etag: string | null;
}

type Ask = (asked: Asked, headers?: Readonly<Record<string, string>>) => Promise<Answered>;

async function prove({ runs, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setExperimentStage(EXPERIMENT, TESTED);
  const [port, sitePort, naivePort] = [await freePort(), await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const server = await stage.serve({
    PORT: String(sitePort),
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    EDGE_CACHE: 'nginx',
    // Requests that follow each other take longer than the second of the default.
    SHARED_CACHE_SECONDS: '60',
  });
  const nginx = await startNginx(port, [sitePort]);
  const naive = await startNaiveCache(naivePort, sitePort);
  const ask = createAsk(origin);
  try {
    const broken: string[] = [];
    const rates = await hitRates(ask, runs, broken);
    progress(1, 4);
    const counted = await firstVisits(ask, broken);
    progress(2, 4);
    const own = await pagesOfPersons(ask, broken);
    await conditional(ask, broken);
    await onlyHeads(origin, broken);
    const together = await visitorsTogether(broken);
    progress(3, 4);
    const control = await findNaiveAnswers(createAsk(naive.origin), broken);
    progress(4, 4);
    return { found: [...rates, ...counted, ...own, ...together, ...control], broken };
  } finally {
    await naive.stop();
    await nginx.stop();
    await server.stop();
    await stage.close();
  }
}

/** What `runs` equal requests of each kind of visitor find in the cache; the first of a kind may have to fill it. */
async function hitRates(ask: Ask, runs: number, broken: string[]): Promise<ProofResult['found']> {
  const variations = await enrolled(ask);
  const rows: readonly (readonly [what: string, asked: Asked, atLeast: number])[] = [
    ['no cookie', { path: PLAIN }, runs - 1],
    ...['1', '2', '3'].map(
      (id) => [`foreign cookie _ga=${id}`, { path: PLAIN, cookie: `_ga=${id}` }, runs - 1] as const,
    ),
    ['language cookie of the page', { path: '/de/about-us', cookie: 'lang=de' }, runs - 1],
    [
      'answered about consent',
      { path: PLAIN, cookie: `vitrine_consent=${consentCookies([], Date.now(), SECRET).vitrine_consent}` },
      runs - 1,
    ],
    ['no experiment on the page, experiment cookie', { path: PLAIN, cookie: variations }, runs - 1],
    ['live experiment, crawler', { path: TESTED, agent: CRAWLER }, runs - 1],
    ['live experiment, curl', { path: TESTED, agent: 'curl/8.0' }, runs - 1],
    ['live experiment, experiment cookie', { path: TESTED, cookie: variations }, runs - 1],
    ['live experiment, cookie of another phase', { path: TESTED, cookie: variations.replace('__0~', '__7~') }, 0],
    ['live experiment, invented variation', { path: TESTED, cookie: variations.replace(/__0~[^~]+/, '__0~none') }, 0],
    ['live experiment, no cookie', { path: TESTED }, 0],
  ];
  const found: (readonly [string, string])[] = [];
  for (const [what, asked, atLeast] of rows) {
    let hits = 0;
    for (let turn = 0; turn < runs; turn += 1) hits += (await ask(asked)).hit ? 1 : 0;
    found.push([`Hits: ${what}`, `${hits} of ${runs}`]);
    const isRight = atLeast === 0 ? hits === 0 : hits >= atLeast;
    if (!isRight) broken.push(`${what}: ${hits} of ${runs} requests were hits.`);
  }
  return found;
}

/** The cookies of a visitor who was just enrolled. */
async function enrolled(ask: Ask): Promise<string> {
  const { cookies } = await ask({ path: TESTED });
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

/** Anyone who comes for the first time reaches the site, although the page is in the cache for programs and for others with variations. */
async function firstVisits(ask: Ask, broken: string[]): Promise<ProofResult['found']> {
  const people = 30;
  const variations = new Map<string, Set<string>>();
  for (let person = 0; person < people; person += 1) {
    const first = await ask({ path: TESTED });
    const given = first.cookies.find((cookie) => cookie.startsWith('vitrine_arms='));
    if (first.hit) broken.push('A first visit was answered from the cache.');
    if (given === undefined) broken.push('A first visit was not enrolled.');
    const variation = given?.split('~')[1] ?? '';
    const again = await ask({ path: TESTED, cookie: first.cookies.map((each) => each.split(';', 1)[0]).join('; ') });
    variations.set(variation, (variations.get(variation) ?? new Set()).add(again.body));
  }
  for (const [variation, pages] of variations)
    if (pages.size !== 1) broken.push(`Visitors with the variation "${variation}" got ${pages.size} different pages.`);
  if (new Set([...variations.values()].flatMap((pages) => [...pages])).size !== variations.size)
    broken.push('Visitors with different variations got the same page.');
  return [
    ['First visits that reached the site', people],
    ['Variations among them, each with a page of its own', variations.size],
  ];
}

const PAGES_OF_PERSONS = [
  '/en/WELCOME-1',
  '/en?rc=WELCOME-1',
  '/en/registration/gift-voucher',
  '/en/registration/formfinished',
  '/en/registration/deny',
  '/en/registration/activateaccount?token=abc',
  '/en/account',
  '/en?_nav=1',
  '/en?debug',
];
const STRANGERS = ['session=canary; vitrine_consent=statistics.x.y', '', 'session=other', 'lang=fr'];

/** Pages about one person are asked for by that person and then by strangers: none of them is answered from the cache. */
async function pagesOfPersons(ask: Ask, broken: string[]): Promise<ProofResult['found']> {
  const stored = await findPersonalAnswers(ask);
  for (const { path, cookie } of stored) broken.push(`${path} was kept and sent to a visitor with "${cookie}".`);
  return [['Requests for pages of persons, none of them a hit', PAGES_OF_PERSONS.length * STRANGERS.length]];
}

interface StoredAnswer {
  readonly path: string;
  readonly cookie: string;
}

async function findPersonalAnswers(ask: Ask): Promise<readonly StoredAnswer[]> {
  const kept: StoredAnswer[] = [];
  for (const path of PAGES_OF_PERSONS) {
    for (const cookie of STRANGERS) {
      const { hit } = await ask({ path, ...(cookie !== '' && { cookie }) });
      if (hit) kept.push({ path, cookie });
    }
  }
  return kept;
}

/** The same requests, and first visits, at a cache that looks at addresses alone. */
async function findNaiveAnswers(ask: Ask, broken: string[]): Promise<ProofResult['found']> {
  const kept = await findPersonalAnswers(ask);
  const [first, ...others] = [await ask({ path: TESTED }), await ask({ path: TESTED }), await ask({ path: TESTED })];
  const shared = others.filter(({ cookies }) => cookies.join() === first.cookies.join()).length;
  if (kept.length === 0 || shared === 0) broken.push('The naive cache did no harm, so this shows nothing.');
  return [
    ['Naive, kept by address alone: pages of persons that strangers got', kept.length],
    ['Naive: first visits that got the id and the variation of another visitor', shared],
  ];
}

/** What is kept is compared by its tag, by the cache itself. */
async function conditional(ask: Ask, broken: string[]): Promise<void> {
  const { etag } = await ask({ path: PLAIN });
  const again = await ask({ path: PLAIN }, { 'if-none-match': etag ?? '' });
  if (etag === null || again.status !== 304)
    broken.push(`A page with the tag ${etag} was answered with ${again.status}.`);
}

/** Anyone who only looks whether a page is there is no visitor of an experiment, whatever the browser. */
async function onlyHeads(origin: string, broken: string[]): Promise<void> {
  const { headers } = await fetch(origin + TESTED, { method: 'HEAD', headers: { 'user-agent': CHROME } });
  if (headers.getSetCookie().length > 0) broken.push('HEAD was answered as a first visit.');
}

/** Milliseconds that all of them have to reach the site; one who waits for another one's answer does not. */
const TOGETHER_WITHIN = 3000;

/** Visitors of one page that is never kept reach the site together: none of them waits for the answer of another one. */
async function visitorsTogether(broken: string[]): Promise<ProofResult['found']> {
  const visitors = 10;
  const waiting: ServerResponse[] = [];
  const all = Promise.withResolvers<void>();
  const site = createServer((_request, response) => {
    if (waiting.push(response) === visitors) all.resolve();
  });
  const [port, sitePort] = [await freePort(), await freePort()];
  // As nginx looks whether it is there itself, it asks the site for nothing.
  await new Promise<void>((listening) => site.listen(sitePort, '127.0.0.1', listening));
  const nginx = await startNginx(port, [sitePort]);
  try {
    const answers = Array.from({ length: visitors }, () =>
      fetch(`http://127.0.0.1:${port}/en/WELCOME-1`, { headers: { 'user-agent': CHROME } }).catch(() => null),
    );
    await Promise.race([all.promise, sleep(TOGETHER_WITHIN)]);
    const together = waiting.length;
    if (together < visitors) broken.push(`Only ${together} of ${visitors} visitors reached the site together.`);
    site.closeAllConnections();
    site.close();
    await Promise.all(answers);
    return [['Visitors of a page that is never kept who reached the site together', `${together} of ${visitors}`]];
  } finally {
    await nginx.stop();
  }
}

function createAsk(origin: string): Ask {
  return async ({ path, cookie, agent = CHROME }, headers = {}) => {
    const response = await fetch(origin + path, {
      redirect: 'manual',
      headers: { 'user-agent': agent, 'accept-encoding': 'gzip', ...(cookie !== undefined && { cookie }), ...headers },
    });
    const body = await response.text();
    // Behind the answer, so that the cache has written what it keeps.
    await sleep(5);
    return {
      status: response.status,
      hit: response.headers.get('x-cache') === 'HIT',
      body,
      cookies: response.headers.getSetCookie(),
      etag: response.headers.get('etag'),
    };
  };
}
