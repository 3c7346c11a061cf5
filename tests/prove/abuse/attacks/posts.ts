import { createHash } from 'node:crypto';
import { createRegistration } from '../../parts/visitors.ts';
import { NaiveLimits } from '../naive-limits.ts';
import { toAddress } from '../networks.ts';
import type { Attack, AttackResult, AttackStage, Honest } from '../attack.ts';

const CODE = 'POSTED';
const STRANGER = '2001:db8:66:1::1';

/** One address sends 520 registration forms with a valid code; others register with it. */
export const posts: Attack = {
  name: '520 forms from one address',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ client, behind, scaled }: AttackStage): Promise<AttackResult> {
  await behind.addCode(CODE);
  const [tries, visitors] = [scaled(520), Math.max(5, scaled(40))];
  const limits = new NaiveLimits();
  const naive = (from: string): boolean => limits.count({ [`network ${from}`]: 40, code: scaled(500) });
  const register = async (from: string, email: string): Promise<boolean> => {
    const form = createRegistration(email, CODE);
    // As after the first form of a browser.
    const key = createHash('sha256').update(email).digest('base64url').slice(0, 22);
    const headers = { cookie: `__Host-form-key=${key}; form-key=${key}` };
    const { location } = await client.send({ path: '/en/do/register', from, form, headers });
    return location.endsWith('/registration/formfinished');
  };
  const sent = Array.from({ length: tries }, (_, number) => {
    naive(STRANGER);
    return register(STRANGER, `stranger-${number}@example.com`);
  });
  const taken = (await Promise.all(sent)).filter(Boolean).length;
  let [control, product] = [0, 0];
  for (let number = 0; number < visitors; number += 1) {
    if (naive(toAddress(number))) control += 1;
    if (await register(toAddress(number), `guest-${number}@example.com`)) product += 1;
  }
  const honest = (succeeded: number): Honest => ({ asked: visitors, succeeded });
  return {
    figures: [{ what: 'places that the stranger took', control: Math.min(40, tries), product: taken }],
    honest: { control: honest(control), product: honest(product) },
    // The attack may meet the end of a window, where the next one begins.
    broken: taken > 80 ? [`One address registered ${taken} times.`] : [],
  };
}
