import { NaiveLimits } from '../naive-limits.ts';
import { toAddress } from '../networks.ts';
import type { Attack, AttackResult, AttackStage, Honest } from '../attack.ts';

const CODE = 'BOTNET';
const GUESSES = 30;
/** How many networks guess at a time. */
const ROUND = 20;
const HONEST_FROM = 1_000_000;

/** 5,000 networks guess 30 times each, none of them too often for itself. */
export const manyNetworks: Attack = {
  name: '5,000 networks guess 30 times each',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ client, behind, scaled, memory }: AttackStage): Promise<AttackResult> {
  await behind.addCode(CODE);
  const networks = scaled(5_000);
  const limits = new NaiveLimits();
  const naive = (from: string, code: string): boolean =>
    limits.count({ [`network ${from}`]: 60, [`code ${code}`]: 2_000, all: scaled(20_000) });
  const seen = { asked: 0, control: 0, product: 0 };
  const visit = async (): Promise<void> => {
    const from = toAddress(HONEST_FROM + seen.asked);
    seen.asked += 1;
    if (naive(from, CODE)) seen.control += 1;
    if ((await client.send({ path: `/${CODE}`, from })).status === 200) seen.product += 1;
  };
  await visit();
  const before = memory();
  for (let first = 0; first < networks; first += ROUND) {
    const guesses = Array.from({ length: ROUND * GUESSES }, async (_, index) => {
      const from = toAddress(first + Math.floor(index / GUESSES));
      const code = `NOBODY-${first + index}`;
      naive(from, code);
      await client.send({ path: `/${code}`, from });
    });
    await Promise.all([...guesses, visit()]);
  }
  const honest = (succeeded: number): Honest => ({ asked: seen.asked, succeeded });
  return {
    figures: [{ what: 'memory in MiB, before and after', control: null, product: `${before}, ${memory()}` }],
    honest: { control: honest(seen.control), product: honest(seen.product) },
    broken: [],
  };
}
