import type { Proof, ProofContext, ProofResult } from '../proof.ts';
import type { Attack, AttackResult, Honest } from './attack.ts';
import { campaign } from './attacks/campaign.ts';
import { streams, unreadFloods } from './attacks/floods.ts';
import { guesses } from './attacks/guesses.ts';
import { manyNetworks } from './attacks/many-networks.ts';
import { posts } from './attacks/posts.ts';
import { signIn } from './attacks/sign-in.ts';
import { stoppedDatabase } from './attacks/stopped-database.ts';
import { sweep } from './attacks/sweep.ts';
import { setAttackStage } from './set-attack-stage.ts';

/** Every attack, in the order in which they run. */
const attacks: readonly Attack[] = [
  campaign,
  guesses,
  manyNetworks,
  posts,
  sweep,
  signIn,
  stoppedDatabase,
  streams,
  ...unreadFloods,
];

export const abuse: Proof = {
  summary:
    'Attacks the server in production mode behind a proxy, on both databases: honest visitors notice nothing. "--runs" is the size in percent.',
  runs: 100,
  run,
};

async function run(context: ProofContext): Promise<ProofResult> {
  const found: [string, string][] = [];
  const broken: string[] = [];
  const turns = attacks.flatMap((attack) => attack.engines.map((engine) => ({ attack, engine })));
  for (const [index, { attack, engine }] of turns.entries()) {
    const stage = await setAttackStage(engine, context);
    try {
      const result = await attack.run(stage);
      const name = `${attack.name}, ${engine}`;
      found.push(...listRows(name, result));
      broken.push(...brokenIn(name, result));
    } finally {
      await stage.close();
    }
    context.progress(index + 1, turns.length);
  }
  return { found, broken };
}

/** Figures of the naive control are before the arrow. */
function listRows(name: string, { figures, honest }: AttackResult): [string, string][] {
  const rows = figures.map(({ what, control, product }): [string, string] => [
    `${name}: ${what}`,
    `${control ?? '–'} → ${product}`,
  ]);
  const { control, product } = honest;
  return [...rows, [`${name}: honest visitors served`, `${control ? percent(control) : '–'} → ${percent(product)}`]];
}

function brokenIn(name: string, { honest, broken }: AttackResult): string[] {
  const { asked, succeeded } = honest.product;
  return [
    ...broken.map((sentence) => `${name}: ${sentence}`),
    ...(asked === 0 ? [`${name}: no honest visitor came, so nothing is proved.`] : []),
    ...(succeeded < asked ? [`${name}: ${asked - succeeded} of ${asked} honest visitors were turned away.`] : []),
  ];
}

/** Never rounded up to 100. */
const percent = ({ asked, succeeded }: Honest): string =>
  asked === 0 ? '–' : `${Math.floor((succeeded / asked) * 1_000) / 10} %`;
