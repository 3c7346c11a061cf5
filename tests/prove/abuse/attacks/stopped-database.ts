import { setTimeout as sleep } from 'node:timers/promises';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { codeCacheLimits } from '#journeys/registration/members/codes/code-cache.ts';
import { loadFactsTimeoutMs } from '#server/site/pages/load-facts.ts';
import { toAddress } from '../networks.ts';
import type { Attack, AttackResult, AttackStage, Honest } from '../attack.ts';

const CODE = 'OUTAGE';

/** The database freezes while an invitation is opened: anyone who got the link a minute later is still greeted. */
export const stoppedDatabase: Attack = {
  name: 'a database that freezes',
  engines: ['postgres'],
  run,
};

async function run({ client, behind, scaled }: AttackStage): Promise<AttackResult> {
  const { postgres } = behind;
  if (postgres === null) throw new Error('This attack needs a PostgreSQL server.');
  await behind.addCode(CODE);
  await client.send({ path: `/${CODE}`, from: toAddress(0) });
  const naive = await behind.backend();
  const visitors = Math.max(10, scaled(100));
  await postgres.signal('SIGSTOP');
  try {
    // What was read before the outage is old by now.
    await sleep(codeCacheLimits.fresh + 100);
    let [control, product] = [0, 0];
    for (let number = 1; number <= visitors; number += 1) {
      const [counted, answer] = await Promise.all([
        canCount(naive, toAddress(number)),
        client.send({ path: `/${CODE}`, from: toAddress(number) }),
      ]);
      if (counted) control += 1;
      if (answer.status === 200) product += 1;
    }
    const honest = (succeeded: number): Honest => ({ asked: visitors, succeeded });
    return { figures: [], honest: { control: honest(control), product: honest(product) }, broken: [] };
  } finally {
    await postgres.signal('SIGCONT');
    await naive.close();
  }
}

/** The naive control counts before it answers. */
async function canCount(
  { ports }: Awaited<ReturnType<AttackStage['behind']['backend']>>,
  subject: string,
): Promise<boolean> {
  const limit = { max: 60, windowSeconds: 600 };
  const count = countHit(ports.database.db, ports.clock, [{ action: 'naive', subject, limit }]);
  return withTimeout(loadFactsTimeoutMs, 'The counter', count).then(
    () => true,
    () => false,
  );
}
