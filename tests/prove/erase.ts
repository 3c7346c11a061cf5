import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, createBackend } from '#server/app/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { canary, dumpTables, findTexts, type Left, leaveTraces } from '#tests/helpers/personal-data.ts';
import { startPostgres } from '#tests/helpers/postgres.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const SECRET = 'a secret of proofs that is long enough to be one';

/** A person is erased beside a running server, and looked for wherever texts stay. */
export const erase: Proof = {
  summary:
    'People with every kind of trace are erased beside a running server, on both databases: nothing that names them is left in a table, file, free page, log, page or cookie. "--runs" is the number of people.',
  runs: 200,
  run,
};

async function run(context: ProofContext): Promise<ProofResult> {
  const found: (readonly [string, string | number])[] = [];
  const broken: string[] = [];
  for (const [turn, engine] of (['sqlite', 'postgres'] as const).entries()) {
    const result = await eraseOn(engine, context, turn);
    found.push(...result.found);
    broken.push(...result.broken);
  }
  return { found, broken };
}

interface Scene {
  readonly dataDir: string;
  readonly backend: Backend;
  readonly server: RunningServer;
}

async function eraseOn(engine: 'sqlite' | 'postgres', context: ProofContext, turn: number): Promise<ProofResult> {
  const { runs, progress } = context;
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-erase-'));
  const postgres = engine === 'postgres' ? await startPostgres() : null;
  if (engine === 'postgres' && postgres === null) return { found: [['postgres', 'not installed here']], broken: [] };
  const databaseUrl = await postgres?.createDatabase();
  const server = await startServer({
    startWithin: 120_000,
    env: {
      DATA_DIR: dataDir,
      SECRET,
      ACCOUNT_ENUMERATION: 'prevent',
      LOG_LEVEL: 'info',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
  const backend = await createBackend({
    dataDir,
    databaseUrl,
    secret: SECRET,
    mailFrom: 'Maison Cercle <hello@example.com>',
    site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
    settings: { accountEnumeration: 'prevent', minimumResponseTimeMs: 0 },
  });
  const scene = { dataDir, backend, server };
  try {
    await addCode(backend, 'PLACES', 10 * runs);
    const people: Left[] = [];
    for (let number = 0; number < runs; number += 1) {
      people.push(await leaveTraces(backend, canary(number), `10.${turn}.${number >> 8}.${number & 255}`));
      progress(turn * 2 * runs + number + 1, 4 * runs);
    }
    return await compare(engine, scene, people, (done) => progress((turn * 2 + 1) * runs + done, 4 * runs));
  } finally {
    await backend.close();
    await server.kill();
    await postgres?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compare(
  engine: string,
  scene: Scene,
  people: readonly Left[],
  progress: (done: number) => void,
): Promise<ProofResult> {
  const { backend } = scene;
  await lookAtPages(scene, people);
  const before = countIn(await everything(scene, people), people);

  // The control, in a transaction that is taken back: the rows of the accounts go, and what goes with them by itself.
  let afterNaive: ReadonlyMap<string, string> = new Map();
  await backend.ports.database.db
    .transaction()
    .execute(async (tx) => {
      await tx.deleteFrom('members').where('last_name', 'like', 'Qz%').execute();
      // Searched afterwards: PostgreSQL ends an idle transaction.
      afterNaive = await dumpTables(tx);
      throw new Error('Taken back.');
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.message !== 'Taken back.') throw error;
    });

  const naive = countIn(afterNaive, people).people;

  const started = performance.now();
  let slowest = 0;
  let unwiped = 0;
  for (const [index, { person }] of people.entries()) {
    const begun = performance.now();
    const answer = await backend.people.erase(person.email, 'proof', [person.visitor]);
    if (answer.outcome !== 'erased' || !answer.wiped) unwiped += 1;
    slowest = Math.max(slowest, performance.now() - begun);
    progress(index + 1);
  }
  const took = performance.now() - started;
  await lookAtPages(scene, people);
  const all = await everything(scene, people);
  const after = findTexts(all, people);
  const name = (what: string): string => `${engine}: ${what}`;
  return {
    found: [
      [name('people'), people.length],
      [name('places with something of them before'), before.places],
      [name('people found after a naive erasure of the account'), naive],
      [name('canaries found after the erasure'), after.length],
      [
        name('KiB that were searched'),
        Math.round([...all.values()].reduce((sum, { length }) => sum + length, 0) / 1024),
      ],
      [name('erasure, mean | slowest ms'), `${Math.round(took / people.length)} | ${Math.round(slowest)}`],
    ],
    broken: [
      ...after.slice(0, 5).map((where) => name(`left behind: ${where}.`)),
      ...(unwiped > 0 ? [name(`${unwiped} erasures left the write-ahead log as it was.`)] : []),
      ...(naive < people.length ? [name('The naive control left nothing behind: the proof sees nothing.')] : []),
      ...(before.people < people.length ? [name('Not everybody was found before: the proof sees nothing.')] : []),
    ],
  };
}

function countIn(
  all: ReadonlyMap<string, Uint8Array | string>,
  people: readonly Left[],
): { readonly places: number; readonly people: number } {
  const found = findTexts(all, people);
  const marks = people.filter(({ person }) => found.some((where) => where.endsWith(`: ${person.mark}`)));
  return { places: new Set(found.map((where) => where.split(':')[0])).size, people: marks.length };
}

/** Tables, every file of the data folder with the caches of the server, its log, its pages and the cookies of the people. */
async function everything(scene: Scene, people: readonly Left[]): Promise<ReadonlyMap<string, Uint8Array | string>> {
  const { backend, dataDir, server } = scene;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map(async (file) => [file, await readFile(file)] as const));
  return new Map<string, Uint8Array | string>([
    ...(await dumpTables(backend.ports.database.db)),
    ...contents,
    ['log', server.output()],
    ...people.map(({ cookie }, index) => [`cookie ${index}`, cookie] as const),
    ...(await lookAtPages(scene, people)).map((page, index) => [`page ${index}`, page] as const),
  ]);
}

/** The screen of their own registration, as their browsers see it. */
function lookAtPages({ server }: Scene, people: readonly Left[]): Promise<readonly string[]> {
  return Promise.all(
    people.slice(0, 20).map(async ({ cookie }, index) => {
      const response = await fetch(`${server.origin}/en/registration/formfinished`, {
        headers: { cookie: `session=${encodeURIComponent(cookie)}`, 'x-forwarded-for': `10.9.0.${index}` },
      });
      return response.text();
    }),
  );
}
