import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { createYoga } from 'graphql-yoga';
import pino from 'pino';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { createBackend } from '#server/app/backend.ts';
import { createGraphqlApi } from '#server/graphql/api.ts';
import { createExecutableSchema } from '#server/graphql/schema.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { abuse } from '#tests/helpers/graphql-abuse.ts';
import { requireJourneyDocument } from '#engine/documents/journeys/journey-document.ts';
import { noPlace } from '#tests/helpers/no-place.ts';
import { printTable } from './parts/table.ts';

export const summary =
  'Sends requests that cost more than they look, to our limits and to plain Yoga: CPU per request.';

const ROUNDS = 40;
const headers = { 'content-type': 'application/json' };

type Answer = (body: string) => Promise<number>;

/** Median and worst CPU of one request in milliseconds, and its status. */
async function measure(answer: Answer, body: string): Promise<{ status: number; median: number; worst: number }> {
  let status = 0;
  const times: number[] = [];
  for (let round = -5; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    status = await answer(body);
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) times.push((user + system) / 1_000);
  }
  times.sort((a, b) => a - b);
  return { status, median: times[times.length >> 1] ?? 0, worst: times.at(-1) ?? 0 };
}

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const backend = await createBackend({
    dataDir: folder,
    secret: 'a secret for benches that is long enough to be one',
    mailFrom: 'bench@example.com',
    site: plainSite({ name: 'Bench', publicOrigin: 'https://www.example.com' }),
  });
  const api = createGraphqlApi({
    ...backend,
    journeys,
    site: {
      formPlace: async () => noPlace,
      noPlace: () => noPlace,
      text: (key) => key,
      publicOrigin: 'https://www.example.com',
      landingPath: () => '/',
      journeyDocument: (name) => requireJourneyDocument(noPlace.site, name),
      readAttribution: () => null,
      answered: () => {},
      fired: () => null,
    },
    settings: {
      publicOrigin: 'https://www.example.com',
      basePath: '/',
      trustedProxies: [],
      countryHeader: '',
      graphqlPersistedOnly: false,
    },
    log: pino({ level: 'silent' }),
  });
  const app = fastify();
  await api.routes(app);
  const ours: Answer = async (payload) =>
    (await app.inject({ method: 'POST', url: '/graphql', headers, payload })).statusCode;
  const yoga = createYoga({
    schema: createExecutableSchema(journeys, backend.members, backend.adminPages.operations, null),
    logging: false,
    graphiql: false,
  });
  const plain: Answer = async (body) =>
    (await yoga.fetch('http://localhost/graphql', { method: 'POST', headers, body })).status;

  const rows: string[][] = [];
  for (const { name, body } of [
    { name: 'an honest query', body: '{"query":"{ countryDetails { country } }"}' },
    ...abuse,
  ]) {
    const mine = await measure(ours, body);
    const theirs = await measure(plain, body);
    rows.push([
      name,
      String(mine.status),
      mine.median.toFixed(2),
      mine.worst.toFixed(2),
      String(theirs.status),
      theirs.median.toFixed(2),
    ]);
  }
  printTable(
    'CPU of one request in milliseconds',
    ['request', 'status', 'ours', 'worst', 'status', 'plain Yoga'],
    rows,
  );
  await app.close();
  await backend.close();
  await rm(folder, { recursive: true, force: true });
}
