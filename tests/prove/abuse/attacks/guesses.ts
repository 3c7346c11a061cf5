import { NaiveLimits } from '../naive-limits.ts';
import { toAddress } from '../networks.ts';
import type { Attack, AttackResult, AttackStage, Honest } from '../attack.ts';

const CODE = 'GUESSED';
const STRANGER = '203.0.113.66';

/** One address guesses 20,100 codes; visitors open an invitation meanwhile, each from a network of their own. */
export const guesses: Attack = {
  name: '20,100 guesses from one address',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ client, behind, scaled }: AttackStage): Promise<AttackResult> {
  await behind.addCode(CODE);
  const [tries, visitors] = [scaled(20_100), scaled(400)];
  const limits = new NaiveLimits();
  const naive = (from: string, code: string): boolean =>
    limits.count({ [`network ${from}`]: 60, [`code ${code}`]: 2_000, all: scaled(20_000) });
  let [answered, control, product] = [0, 0, 0];
  const rowsBefore = await counterRows(behind);
  const guess = async (number: number): Promise<void> => {
    naive(STRANGER, `NOBODY-${number}`);
    const { status } = await client.send({ path: `/NOBODY-${number}`, from: STRANGER });
    if (status === 404) answered += 1;
  };
  const open = async (number: number): Promise<void> => {
    if (naive(toAddress(number), CODE)) control += 1;
    const { status } = await client.send({ path: `/${CODE}`, from: toAddress(number) });
    if (status === 200) product += 1;
  };
  const share = Math.ceil(tries / visitors);
  for (let visitor = 0, guessed = 0; visitor < visitors; visitor += 1) {
    const count = Math.min(share, tries - guessed);
    await Promise.all([...Array.from({ length: count }, (_, index) => guess(guessed + index)), open(visitor)]);
    guessed += count;
  }
  const last = await client.send({ path: `/${CODE}`, from: STRANGER });
  const written = (await counterRows(behind)) - rowsBefore;
  const honest = (succeeded: number): Honest => ({ asked: visitors, succeeded });
  return {
    figures: [
      { what: 'guesses that were answered', control: null, product: answered },
      { what: 'counters written', control: tries, product: written },
    ],
    honest: { control: honest(control), product: honest(product) },
    broken: [
      // The attack may meet the end of a window, where the next one begins.
      ...(answered > 120 ? [`${answered} guesses of one address were answered.`] : []),
      ...(tries > 200 && last.status === 200 ? ['Anyone who guessed still learns which codes exist.'] : []),
      ...(written > 4 ? [`One address made ${written} counters.`] : []),
    ],
  };
}

async function counterRows(behind: AttackStage['behind']): Promise<number> {
  const backend = await behind.backend();
  const rows = await backend.ports.database.db.selectFrom('rate_limits').select('key').execute();
  await backend.close();
  return rows.length;
}
