import { LRUCache } from 'lru-cache';
import type { Attack, AttackResult, AttackStage, Honest } from '../attack.ts';

const CODE = 'SWEPT';
/** Guesses that a client in a network of its own has left, after most of them. */
const LEFT = 5;
const LIMIT = 60;
const HOME = '198.51.100.9';
const NETWORKS = 65_536;
/** Size of the naive control: counters of all networks in one list, the oldest goes first. */
const NAIVE = 50_000;

/** Every /64 of an IPv6 /48 guesses once: no other counter is evicted, and memory stays flat. */
export const sweep: Attack = {
  name: 'a sweep over an IPv6 /48',
  engines: ['sqlite'],
  run,
};

async function run({ client, behind, memory, scaled }: AttackStage): Promise<AttackResult> {
  await behind.addCode(CODE);
  const naive = new LRUCache<string, number>({ max: scaled(NAIVE) });
  const guess = async (from: string, network: string, code: string): Promise<number | null> => {
    naive.set(network, (naive.get(network) ?? 0) + 1);
    return (await client.send({ path: `/${code}`, from })).status;
  };
  for (let number = 0; number < LIMIT - LEFT; number += 1) await guess(HOME, HOME, `HOME-${number}`);
  const before = memory();
  const networks = scaled(NETWORKS);
  let unknown = 0;
  for (let first = 0; first < networks; first += ROUND) {
    const statuses = await Promise.all(
      Array.from({ length: Math.min(ROUND, networks - first) }, (_, index) => {
        const network = `2001:db8:1:${(first + index).toString(16)}`;
        return guess(`${network}::1`, network, `SWEEP-${first + index}`);
      }),
    );
    unknown += statuses.filter((status) => status === 404).length;
  }
  const after = memory();
  const remembered = naive.get(HOME) ?? 0;
  let answered = 0;
  while (answered < LIMIT && (await guess(HOME, HOME, `AFTER-${answered}`)) === 404) answered += 1;
  const visits = await Promise.all(
    Array.from({ length: 50 }, (_, number) => client.send({ path: `/${CODE}`, from: `192.0.2.${number}` })),
  );
  const product: Honest = { asked: visits.length, succeeded: visits.filter(({ status }) => status === 200).length };
  return {
    figures: [
      { what: 'guesses of the /48 that were answered', control: networks, product: unknown },
      { what: `guesses left to a client that had ${LEFT}`, control: LIMIT - remembered, product: answered },
      { what: 'memory in MiB, before and after', control: null, product: `${before}, ${after}` },
    ],
    honest: { control: null, product },
    // The attack may meet the end of a window, where everybody begins anew.
    broken: answered > LEFT && answered < LIMIT ? [`A counter was pushed out: ${answered} guesses were left.`] : [],
  };
}

const ROUND = 512;
