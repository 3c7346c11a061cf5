import { walkAtRandom } from '#tests/journeys/random-events.ts';
import { Stage } from '#tests/journeys/stage.ts';
import { type Engine, engines } from '#tests/helpers/backend.ts';
import type { Proof, ProofContext } from './proof.ts';

/** Sequences between two looks at the figures. */
const AT_ONCE = 10;

export const journeyWalks: Proof = {
  summary:
    'One person, two devices, whatever happens meanwhile, at random, on each database: balances add up, what was typed is kept, every page leads on.',
  runs: 500,
  async run(context) {
    const broken: string[] = [];
    for (const [index, engine] of engines.entries()) broken.push(...(await walkOn(engine, index, context)));
    return { found: engines.map((engine) => [`Sequences of events on ${engine}`, context.runs] as const), broken };
  },
};

/** What must never be and was seen on this database. */
async function walkOn(engine: Engine, index: number, { runs, random, progress }: ProofContext): Promise<string[]> {
  const stage = await Stage.open(engine);
  const broken: string[] = [];
  try {
    for (let done = 0; done < runs; done += AT_ONCE) {
      const problem = await walkAtRandom(stage, Math.min(AT_ONCE, runs - done), Math.floor(random() * 2 ** 31));
      if (problem !== null) broken.push(`${engine}: ${problem}`);
      progress(index * runs + Math.min(done + AT_ONCE, runs), engines.length * runs);
    }
  } finally {
    await stage.close();
  }
  return broken;
}
