import type { Attack, AttackResult, AttackStage, Honest } from '../attack.ts';
import { NaiveLimits } from '../naive-limits.ts';
import { toAddress } from '../networks.ts';

const CODE = 'CAMPAIGN';
const CARRIER = '203.0.113.7';

/** 2,000 visitors open one valid link within ten minutes, another 200 from the address of one carrier: no attack at all. */
export const campaign: Attack = {
  name: 'campaign',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ client, behind, scaled }: AttackStage): Promise<AttackResult> {
  await behind.addCode(CODE);
  const senders = [
    ...Array.from({ length: scaled(2_100) }, (_, number) => toAddress(number)),
    ...Array.from({ length: 200 }, () => CARRIER),
  ];
  const answers = await Promise.all(senders.map((from) => client.send({ path: `/${CODE}`, from })));
  const product: Honest = { asked: senders.length, succeeded: answers.filter(({ status }) => status === 200).length };
  return { figures: [], honest: { control: naive(senders), product }, broken: [] };
}

/** A counter per network, per code and for all of them. */
function naive(senders: readonly string[]): Honest {
  const limits = new NaiveLimits();
  const allowed = senders.filter((from) => limits.count({ [`network ${from}`]: 60, code: 2_000, all: 20_000 }));
  return { asked: senders.length, succeeded: allowed.length };
}
