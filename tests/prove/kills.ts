import { setTimeout as sleep } from 'node:timers/promises';
import { hasPostgres } from '#tests/helpers/postgres.ts';
import type { RunningServer } from '#tests/helpers/server.ts';
import { findBroken } from './parts/invariants.ts';
import { setStage, settleMail, type Stage } from './parts/stage.ts';
import { nothingSeen, register, type Seen, startVisitors } from './parts/visitors.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const CROWD = 8;
/** Milliseconds of load before a kill, at most. */
const MAX_LOAD_MS = 1_500;
/** Share of kills that wait until all pages are ready, which takes longer than anything else here. */
const RESTED = 0.1;

export const killsSqlite: Proof = {
  summary: 'Kills the server with its mail worker at random points under load; the data lie in SQLite.',
  runs: 200,
  run: (context) => kills('sqlite', context),
};

export const killsPostgres: Proof = {
  summary: 'Kills the server with its mail worker, or PostgreSQL itself, in turn at random points under load.',
  runs: 50,
  missing: () => (hasPostgres() ? null : 'this machine has no PostgreSQL server.'),
  run: (context) => kills('postgres', context),
};

async function kills(engine: 'sqlite' | 'postgres', { runs, random, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setStage(engine);
  const seen = nothingSeen();
  const broken: string[] = [];
  const killed = { server: 0, database: 0 };
  let server = await stage.serve();
  try {
    for (let run = 1; run <= runs; run += 1) {
      const code = `PROVE-${run}`;
      await stage.addCode(code);
      // Most kills meet a server that is still busy with its pages, some one that has nothing else to do than mail and activate.
      if (random() < RESTED) while (!server.output().includes('Pages are ready.')) await sleep(50);
      const visitors = startVisitors({ origin: server.origin, code, mail: stage.mail, seen, random }, CROWD);
      await sleep(100 + random() * MAX_LOAD_MS);
      if (stage.postgres !== null && run % 2 === 0) {
        killed.database += 1;
        await stage.postgres.kill();
        await visitors.stop();
        await stage.postgres.start();
        if (!(await recovers(server, code, seen)))
          broken.push(`Run ${run}: the server did not find its database again.`);
      } else {
        killed.server += 1;
        await server.kill();
        await visitors.stop();
        server = await stage.serve();
      }
      broken.push(...(await look(stage, seen)).map((sentence) => `Run ${run}: ${sentence}`));
      progress(run);
    }
    // Anyone who got no answer sends the form again.
    for (const email of seen.cut) await register(server.origin, `PROVE-${runs}`, email, seen);
    await server.stop();
    const backend = await stage.backend();
    const mail = await settleMail(backend, stage.mail).finally(() => backend.close());
    broken.push(...mail.broken, ...(await look(stage, seen)));
    if (seen.registered.size === 0 || seen.activated.size === 0)
      broken.push('Nothing was acknowledged, so nothing was proved.');
    return {
      found: [
        ['Kills of the server and its mail worker', killed.server],
        ...(stage.postgres === null ? [] : [['Kills of the database', killed.database] as const]),
        ['Acknowledged registrations', seen.registered.size],
        ['Acknowledged activations', seen.activated.size],
        ['Forms cut off and not answered again', seen.cut.size],
        ...[...seen.others].map(([what, times]) => [`Answered ${what}`, times] as const),
        ['Mails written', mail.written],
        ['Mails that came twice, same Message-ID', mail.duplicates],
      ],
      broken,
    };
  } finally {
    await server.kill();
    await stage.close();
  }
}

async function look(stage: Stage, seen: Seen): Promise<string[]> {
  const backend = await stage.backend();
  return findBroken(backend.ports.database, seen).finally(() => backend.close());
}

async function recovers({ origin }: RunningServer, code: string, seen: Seen): Promise<boolean> {
  for (let tried = 0; tried < 100; tried += 1) {
    if (await register(origin, code, `after-${code.toLowerCase()}@example.com`, seen)) return true;
    await sleep(100);
  }
  return false;
}
