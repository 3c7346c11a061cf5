import { expect, test, vi } from 'vitest';
import { bench, START } from '#tests/helpers/backend.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { Admission } from './admission.ts';

const { start } = bench('sqlite');
const HOME = '198.51.100.7';
const LIMIT = { max: 100, windowSeconds: 60 };

async function twoProcesses() {
  const { db } = (await start()).ports.database;
  const [key] = deriveSecrets(SECRET).visitor;
  const create = (): Admission => new Admission({ limit: LIMIT, ipv6SiteFactor: 4, key, db });
  return [create(), create()] as const;
}

const admitted = (admission: Admission, visitors: number): number =>
  Array.from({ length: visitors }, () => admission.admit(HOME, START)).filter(Boolean).length;

test('two processes admit no more visitors of a network than one, but for the last step that each has not shared', async () => {
  const [first, second] = await twoProcesses();
  expect(admitted(first, 60)).toBe(60);
  let total = 60;
  await vi.waitFor(() => {
    const more = admitted(second, 12);
    total += more;
    expect(more).toBe(0);
  });
  expect(total).toBeGreaterThanOrEqual(LIMIT.max);
  expect(total).toBeLessThanOrEqual(LIMIT.max + 36);
});
