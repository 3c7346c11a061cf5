import { walkAtRandom } from '#tests/journeys/random-events.ts';
import { Stage } from '#tests/journeys/stage.ts';
import type { Proof } from './proof.ts';

/** Sequences between two looks at the figures. */
const AT_ONCE = 10;

export const journeyWalks: Proof = {
  summary:
    'One person, two devices, whatever happens meanwhile, at random: balances add up, what was typed is kept, every page leads on.',
  runs: 500,
  async run({ runs, random, progress }) {
    const stage = await Stage.open();
    const broken: string[] = [];
    try {
      for (let done = 0; done < runs; done += AT_ONCE) {
        const problem = await walkAtRandom(stage, Math.min(AT_ONCE, runs - done), Math.floor(random() * 2 ** 31));
        if (problem !== null) broken.push(problem);
        progress(Math.min(done + AT_ONCE, runs));
      }
    } finally {
      await stage.close();
    }
    return { found: [['Sequences of events', runs]], broken };
  },
};
