import { setTimeout as sleep } from 'node:timers/promises';
import { readVisitorId } from '#engine/shared/experiment-cookies.ts';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { SECRET, setExperimentStage } from './parts/experiment-stage.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const PATH = '/one-step';
const CROWD = 4;
/** Milliseconds of exposures that a kill may cost. */
const ALLOWED = 200;

export const exposureKills: Proof = {
  summary: `Kills the server while visitors are given variations: at most ${ALLOWED} ms of exposures are lost, on a stop none.`,
  runs: 20,
  run,
};

async function run({ runs, random, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setExperimentStage('steps', PATH);
  const broken: string[] = [];
  let [given, lost, oldest] = [0, 0, 0];
  try {
    for (let turn = 1; turn <= runs; turn += 1) {
      const server = await stage.serve();
      const isStop = turn % 5 === 0;
      const crowd = startCrowd(server.origin);
      await sleep(300 + random() * 700);
      const ended = performance.now();
      await (isStop ? server.stop() : server.kill());
      const seen = await crowd.stop();
      const stored = await stage.look(({ ports }) =>
        ports.database.db.selectFrom('exposure_rows').select('anonymous_id').execute(),
      );
      const known = new Set(stored.map((row) => row.anonymous_id));
      const missing = [...seen].filter(([id]) => !known.has(id)).map(([, at]) => ended - at);
      given += seen.size;
      lost += missing.length;
      oldest = Math.max(oldest, ...missing);
      if (isStop && missing.length > 0) broken.push(`Run ${turn}: a stop lost ${missing.length} exposures.`);
      for (const age of missing)
        if (age > ALLOWED) broken.push(`Run ${turn}: an exposure of ${Math.round(age)} ms before the kill is lost.`);
      progress(turn);
    }
    if (given === 0) broken.push('Nobody was given a variation, so nothing was proved.');
    return {
      found: [
        ['Visitors who were given a variation', given],
        ['Exposures lost', lost],
        ['Oldest of them, ms before the kill', Math.round(oldest)],
      ],
      broken,
    };
  } finally {
    await stage.close();
  }
}

/** New visitors with consent, one after another; yields their ids with the moment at which their answer was there. */
function startCrowd(origin: string): { stop(): Promise<ReadonlyMap<string, number>> } {
  const seen = new Map<string, number>();
  const over = new AbortController();
  const headers = {
    'user-agent': CHROME,
    cookie: `vitrine_consent=${consentCookies(['statistics'], Date.now(), SECRET).vitrine_consent}`,
  };
  const live = async (): Promise<void> => {
    while (!over.signal.aborted) {
      try {
        const response = await fetch(`${origin}${PATH}`, { headers });
        const cookie = response.headers.getSetCookie().find((line) => line.startsWith('vitrine_visitor='));
        const id = readVisitorId(cookie?.split(/[=;]/)[1])?.id;
        if (id !== undefined) seen.set(id, performance.now());
        await response.body?.cancel();
      } catch {
        // The server is gone.
        return;
      }
    }
  };
  const crowd = Array.from({ length: CROWD }, live);
  return {
    async stop() {
      over.abort();
      await Promise.all(crowd);
      return seen;
    },
  };
}
