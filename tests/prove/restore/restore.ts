import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import type { RunningServer } from '#tests/helpers/server.ts';
import { findPostgresBackup } from '#tests/setup/programs.ts';
import { findBroken } from '../parts/invariants.ts';
import { setStage, type Stage } from '../parts/stage.ts';
import { nothingSeen, register, type Seen, startVisitors } from '../parts/visitors.ts';
import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import { type Drill, drills, emailsIn, type Place } from './drills.ts';

const CROWD = 4;
/** Milliseconds of load before the back-up begins, and after it is there until the disk is lost. */
const LOAD = 4_000;
const CODE = 'RESTORE-1';
/** People who ask to be erased after the back-up was made. */
const ERASED = 3;
/** Of lost members. */
const ASKED_AGAIN = 20;

export const restore: Proof = {
  summary:
    'Backs both databases up under load, loses the machine with its disk, restores as docs/operations.md says, and counts what is there again.',
  runs: 1,
  missing: () => {
    if (!hasPostgres()) return 'this machine has no PostgreSQL server.';
    return findPostgresBackup() === null ? 'this machine has no pg_dump (Debian: postgresql-client).' : null;
  },
  async run(context) {
    const results: ProofResult[] = [];
    for (let run = 1; run <= context.runs; run += 1)
      for (const drill of drills) results.push(await rehearse(drill, context));
    return { found: results.flatMap(({ found }) => found), broken: results.flatMap(({ broken }) => broken) };
  },
};

async function rehearse(drill: Drill, { random, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setStage(drill.engine);
  const place = await drill.prepare(stage);
  const servers = [await stage.serve()];
  try {
    await stage.addCode(CODE);
    const { began, took, before, seen, erased, lostAt } = await loseMachine({
      stage,
      place,
      server: servers[0],
      random,
    });
    await place.restore();
    const server = await stage.serve(place.environment());
    servers.push(server);
    const isBack = await register(server.origin, CODE, 'first-after@example.com', nothingSeen());
    const recovery = performance.now() - lostAt;
    progress(1);
    const present = await emailsIn(place.location());
    const later = [...seen.registered].filter((email) => !before.registered.has(email));
    const lost = later.filter((email) => !present.has(email));
    // Anyone who is lost sends the form once more.
    const again = nothingSeen();
    for (const email of lost.slice(0, ASKED_AGAIN)) await register(server.origin, CODE, email, again);
    const kept = [...before.registered].filter((email) => present.has(email)).length;
    const naive = await place.naive.count(before.registered, erased);
    const rows: ProofResult['found'] = [
      ['registrations acknowledged before the back-up began', before.registered.size],
      ['… of them erased since', erased.length],
      ['… of them there after the restore', kept],
      ['acknowledged after it began', later.length],
      ['… of them lost with the disk', lost.length],
      ['recovery point, seconds from the begin of the back-up to the loss', seconds(lostAt - began)],
      ['seconds that the back-up took beside the load', seconds(took)],
      ['recovery time, seconds from the loss to the next registration', seconds(recovery)],
      [place.naive.what, naive],
    ];
    const broken = [
      ...(await halfStates(place, without(before, erased))),
      ...(isBack ? [] : ['nobody could register after the restore.']),
      ...(kept === before.registered.size - erased.length ? [] : ['registrations of the back-up are missing.']),
      ...(erased.some((email) => present.has(email)) ? ['erased people are there again.'] : []),
      ...(again.registered.size < Math.min(ASKED_AGAIN, lost.length) ? ['who was lost could not register again.'] : []),
      ...(before.registered.size > ERASED ? [] : ['hardly anybody had registered, so this shows nothing.']),
      ...(naive > 0 ? [] : ['the control lost nothing, so this shows nothing.']),
    ];
    return {
      found: rows.map(([what, value]) => [`${drill.engine}: ${what}`, value] as const),
      broken: broken.map((sentence) => `${drill.engine}: ${sentence}`),
    };
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await place.close();
    await stage.close();
  }
}

interface Scene {
  readonly stage: Stage;
  readonly place: Place;
  readonly server: RunningServer | undefined;
  readonly random: () => number;
}

/** A back-up under load, people who are erased after it, and the end of the machine while others register. Times as `performance.now` has them. */
async function loseMachine({ stage, place, server, random }: Scene) {
  const seen = nothingSeen();
  const origin = server?.origin ?? '';
  const visitors = startVisitors({ origin, code: CODE, mail: stage.mail, seen, random }, CROWD);
  await sleep(LOAD);
  const [began, before] = [performance.now(), copySeen(seen)];
  await place.backUp();
  const took = performance.now() - began;
  await sleep(LOAD);
  // Of members who have not activated: an active member has used its place permanently.
  const erased = [...before.registered].filter((email) => !seen.activated.has(email)).slice(0, ERASED);
  for (const email of erased) await place.erase(email);
  await place.keepErasures();
  await server?.kill();
  const lostAt = performance.now();
  await visitors.stop();
  await place.lose();
  return { began, took, before, seen, erased, lostAt };
}

const copySeen = (seen: Seen): Seen => ({
  ...seen,
  registered: new Set(seen.registered),
  activated: new Set(seen.activated),
});

/** Members that must exist: all except erased ones. */
const without = (seen: Seen, erased: readonly string[]): Seen => ({
  ...seen,
  registered: new Set([...seen.registered].filter((email) => !erased.includes(email))),
  activated: new Set([...seen.activated].filter((email) => !erased.includes(email))),
});

async function halfStates(place: Place, seen: Seen): Promise<readonly string[]> {
  const database = await openDatabase(place.location());
  return findBroken(database, seen).finally(() => database.close());
}

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);
