import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { NaiveLimits } from '../naive-limits.ts';
import { toAddress } from '../networks.ts';
import type { Attack, AttackResult, AttackStage, Honest } from '../attack.ts';

const EMAIL = 'admin@example.com';
const PASSWORD = 'correct horse battery staple';
const STRANGER = '203.0.113.99';

/** A stranger who knows the address of an admin sends wrong passwords; the admin signs in meanwhile, from elsewhere. */
export const signIn: Attack = {
  name: '100 wrong passwords for an admin',
  engines: ['sqlite', 'postgres'],
  run,
};

async function run({ client, behind, scaled }: AttackStage): Promise<AttackResult> {
  const backend = await behind.backend();
  await backend.staff.createAdmin({ email: EMAIL, name: 'Admin', password: PASSWORD });
  const limits = new NaiveLimits();
  const tryNaively = (from: string): boolean => limits.count({ [`network ${from}`]: 60, account: 10 });
  const attempt = async (from: string, password: string): Promise<string> => {
    const { body } = await client.send({
      path: '/graphql',
      from,
      json: {
        variables: { email: EMAIL, password },
        extensions: { persistedQuery: { sha256Hash: persistedIds['signIn'] } },
      },
    });
    return /"code":"([A-Z_]+)"/.exec(body)?.[1] ?? body;
  };
  const tries = Math.max(20, scaled(100));
  let hashed = 0;
  let [control, product] = [0, 0];
  const visits = 10;
  for (let visit = 0; visit < visits; visit += 1) {
    const wrong = Array.from({ length: tries / visits }, async (_, number) => {
      tryNaively(STRANGER);
      if ((await attempt(STRANGER, `wrong ${visit} ${number}`)) === 'REFUSED') hashed += 1;
    });
    await Promise.all(wrong);
    if (tryNaively(toAddress(visit))) control += 1;
    if ((await attempt(toAddress(visit), PASSWORD)) === 'SIGNED_IN') product += 1;
  }
  const rows = await backend.staff.readAudit(10_000);
  await backend.close();
  const failed = rows.filter(({ action }) => action === 'admin.sign-in-failed').length;
  const honest = (succeeded: number): Honest => ({ asked: visits, succeeded });
  return {
    figures: [
      { what: 'passwords that were looked at', control: Math.min(10, tries), product: hashed },
      { what: 'rows of the audit log about them', control: 0, product: failed },
    ],
    honest: { control: honest(control), product: honest(product) },
    broken: [
      // The attack may meet the end of a window, where the next one begins.
      ...(hashed > 20 ? [`${hashed} passwords of one address were looked at.`] : []),
      ...(failed === hashed ? [] : [`Of ${hashed} wrong passwords the audit log has ${failed}.`]),
    ],
  };
}
