import { CHROME } from '#tests/helpers/experiments.ts';
import { failureShapes } from '#tests/helpers/flag-service.ts';
import { setExperimentStage } from './parts/experiment-stage.ts';
import { percentile } from './parts/percentile.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const PATH = '/one-step';
const CROWD = 4;
const ROUNDS = 4;
/** Times the slowest quiet round, in milliseconds: what the machine itself does to a 99th percentile. */
const NOISE = 2;

export const flagOutages: Proof = {
  summary:
    'Lets the flag service fail in eight ways: every page is answered, and the slowest hundredth as fast as before.',
  runs: 2_000,
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setExperimentStage('steps', PATH);
  const server = await stage.serve();
  const each = Math.ceil(runs / ROUNDS);
  const quiet: number[] = [];
  const failing = new Map<string, number[]>(failureShapes.map((shape) => [shape, []]));
  const broken: string[] = [];
  const measure = async (what: string): Promise<number> => {
    const times: number[] = [];
    let left = each;
    const visitor = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const started = performance.now();
        const response = await fetch(server.origin + PATH, { headers: { 'user-agent': CHROME } });
        await response.arrayBuffer();
        times.push(performance.now() - started);
        if (response.status !== 200) broken.push(`${what}: a page was answered with status ${response.status}.`);
      }
    };
    await Promise.all(Array.from({ length: CROWD }, visitor));
    return percentile(times, 0.99);
  };
  try {
    await measure('warm-up');
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const shape of failureShapes) {
        await stage.flags.become('works');
        quiet.push(await measure('working'));
        await stage.flags.become(shape);
        failing.get(shape)?.push(await measure(shape));
      }
      progress((round + 1) * each);
    }
    const limit = Math.max(...quiet) * NOISE;
    const medians = [...failing].map(([shape, values]) => [shape, percentile(values, 0.5)] as const);
    for (const [shape, p99] of medians)
      if (p99 > limit)
        broken.push(`${shape}: the slowest hundredth takes ${p99.toFixed(1)} ms; ${limit.toFixed(1)} are noise.`);
    return {
      found: [
        ['Working, p99 in ms', percentile(quiet, 0.5).toFixed(1)],
        ...medians.map(([shape, p99]) => [`${shape}, p99 in ms`, p99.toFixed(1)] as const),
      ],
      broken,
    };
  } finally {
    await server.kill();
    await stage.close();
  }
}
