import { sampleRatioP } from '#engine/experiments/statistics/index.ts';
import { leaveAtOnce } from '#tests/helpers/leaving-visitors.ts';
import { setExperimentStage } from './parts/experiment-stage.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const PATH = '/one-step';
const ROUND = 500;

export const redirects: Proof = {
  summary:
    'Leads visitors to other pages by an experiment of 10, 45 and 45 percent, who leave at once: none is lost (N8).',
  runs: 10_000,
  run,
};

async function run({ runs, random, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setExperimentStage('steps', PATH);
  const server = await stage.serve();
  const given = new Map<string, number>();
  try {
    for (let done = 0; done < runs; done += ROUND) {
      const visitors = Math.min(ROUND, runs - done);
      const round = await leaveAtOnce({ origin: server.origin, path: PATH, visitors, random });
      for (const [chosen, count] of round) given.set(chosen, (given.get(chosen) ?? 0) + count);
      progress(done + visitors);
    }
    // A stop writes what waits.
    await server.stop();
    const counted = await stage.look(({ ports }) =>
      ports.database.db.selectFrom('exposure_totals').select(['variation', 'visitors']).execute(),
    );
    const { variations } = stage.experiment;
    const rows = variations.map(({ key }) => ({
      key,
      seen: given.get(`steps ${key}`) ?? 0,
      stored: counted.reduce((sum, { variation, visitors }) => sum + (variation === key ? visitors : 0), 0),
    }));
    const total = rows.reduce((sum, { seen }) => sum + seen, 0);
    const p = sampleRatioP(
      rows.map(({ stored }) => stored),
      variations.map(({ weight }) => weight),
    );
    return {
      found: [
        ['Visitors who were given a variation', total],
        ...rows.map(({ key, stored }) => [`Counted in "${key}"`, stored] as const),
        ['Sample ratio, p', p.toFixed(3)],
      ],
      broken: [
        ...rows.flatMap(({ key, seen, stored }) =>
          seen === stored ? [] : [`"${key}" was given to ${seen} visitors and counted ${stored} times.`],
        ),
        ...(total === runs ? [] : [`${runs - total} visitors were given no variation.`]),
        ...(p < 0.001 ? [`The variations do not have their shares: p = ${p}.`] : []),
      ],
    };
  } finally {
    await server.kill();
    await stage.close();
  }
}
