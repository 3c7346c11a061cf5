import { writeStickyAssignments, writeVisitorId } from '#engine/shared/experiment-cookies.ts';
import { decide } from '#engine/decide/decide.ts';
import type { Facts } from '#engine/decide/types.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import type { Site } from '#engine/documents/types.ts';
import { CHROME, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { cookieHeader, visitorCookies } from '#tests/helpers/visitor-cookies.ts';
import { SECRET } from './parts/secret.ts';
import { compare, type Contender, type Rounds, type Row, requestHead } from './parts/compare.ts';
import { resolveExperiments } from './parts/experiment-site.ts';
import { type MeasuredServer, startMeasured } from './parts/server-process.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'Requests per second with one, three and ten live experiments beside none; time of one decision.';

const LIVE = [0, 1, 3, 10] as const;
const GOALS: Readonly<Record<number, number>> = { 1: 0.9, 3: 0.85, 10: 0.8 };
const COLD_GOAL = 0.6;
const VISITORS = 100_000;
const ROUNDS: Rounds = { rounds: 5, duration: 2500, connections: 16 };
const attributes = { locale: 'en', applicationCountry: '', device: 'desktop', webView: false } as const;

export async function run(): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  const sites = await Promise.all(LIVE.map(async (count) => (await resolveExperiments(count)).site));
  timeDecisions(sites);
  const servers: MeasuredServer[] = [];
  // One after another: they share the folder of prepared images.
  for (const count of LIVE) servers.push(await startMeasured(`${count}`, 'serve-experiments.ts', [`${count}`]));
  const warm: Contender[] = [];
  const cold: Contender[] = [];
  for (const [index, site] of sites.entries()) {
    const server = servers[index];
    if (server === undefined) continue;
    const requests = Array.from({ length: VISITORS }, (_, id) => head(listCookies(site, visitorId(id))));
    warm.push({ name: `${LIVE[index]} live, visitors who come back`, server, requests });
    cold.push({ name: `${LIVE[index]} live, first visits`, server, requests: [head('')] });
  }
  for (const contender of warm) await meetAll(contender);
  const known = await compare(warm, ROUNDS);
  const fresh = await compare(cold, ROUNDS);
  await Promise.all(servers.map((server) => server.stop()));
  print('Visitors who come back: 100,000 ids in turn, medians of interleaved rounds', known, (count) => GOALS[count]);
  print('First visits: each gets an id, a variation and its cookies, and is counted', fresh, (count) =>
    count === 0 ? undefined : COLD_GOAL,
  );
}

/** Lets a server meet every visitor once, so that afterwards all of them are known. */
async function meetAll(contender: Contender): Promise<void> {
  const [first] = await compare([contender], { ...ROUNDS, rounds: 1, duration: 1000 });
  const perSecond = first?.requestsPerSecond ?? 1;
  await compare([contender], { ...ROUNDS, rounds: 1, duration: (VISITORS / perSecond) * 1500 });
}

function print(title: string, rows: readonly Row[], goalOf: (count: number) => number | undefined): void {
  const [none] = rows;
  printTable(
    title,
    ['', 'requests/s', 'CPU µs', 'of none', 'of none by CPU', 'goal'],
    rows.map((row, index) => [
      row.name,
      Math.round(row.requestsPerSecond),
      row.cpuPerRequest.toFixed(1),
      (row.requestsPerSecond / (none?.requestsPerSecond ?? Number.NaN)).toFixed(2),
      ((none?.cpuPerRequest ?? Number.NaN) / row.cpuPerRequest).toFixed(2),
      goalOf(LIVE[index] ?? 0)?.toFixed(2) ?? '–',
    ]),
  );
}

/** The cookies of a visitor who was here before; decisions get them without the signature. */
function listCookies(site: Site, id: string, isSigned = true): string {
  const flags = createFlags(site);
  const at = Date.UTC(2026, 10, 20);
  const variations = flags.features.flatMap((feature) => {
    const assignment = flags.evaluatorFor(id, attributes, {})(feature)?.assignment;
    return assignment === undefined ? [] : [{ ...assignment, at, stored: false }];
  });
  return isSigned
    ? cookieHeader(visitorCookies({ id }, writeStickyAssignments(variations), Date.now(), SECRET))
    : cookieHeader({
        vitrine_visitor: writeVisitorId({ id, lasting: false }),
        vitrine_arms: writeStickyAssignments(variations),
      });
}

const flagsBySite = new WeakMap<Site, Flags>();

function createFlags(site: Site): Flags {
  let flags = flagsBySite.get(site);
  if (flags === undefined) flagsBySite.set(site, (flags = new Flags(buildPayload(site.experiments, Date.now()))));
  return flags;
}

function head(cookie: string): string {
  return requestHead('/', cookie).replace('User-Agent: bench', `User-Agent: ${CHROME}`);
}

function timeDecisions(sites: readonly Site[]): void {
  const rows = sites.map((site, index) => {
    const experiments = { flags: createFlags(site), unready: new Set<string>() };
    const visits = Array.from({ length: VISITORS }, (_, id): Facts => {
      const cookies = Object.fromEntries(
        listCookies(site, visitorId(id), false)
          .split('; ')
          .map((pair) => pair.split('=') as [string, string])
          .map(([name, value]) => [name, decodeURIComponent(value)]),
      );
      return makeFacts({
        url: '/',
        cookies,
        userAgent: CHROME,
        acceptLanguage: 'en',
        experiments,
        newVisitorId: visitorId(id),
      });
    });
    const once = (): number => {
      // Processor time: what else runs on the machine does not count.
      const before = process.cpuUsage();
      for (const visit of visits) decide(visit, site);
      return process.cpuUsage(before).user / visits.length;
    };
    const cold = once();
    const warm = Math.min(once(), once(), once());
    return [`${LIVE[index]} live`, cold.toFixed(1), warm.toFixed(1), index === sites.length - 1 ? '8.0' : '–'];
  });
  printTable('One decision, microseconds', ['', 'new visitor', 'known visitor', 'goal'], rows);
}
