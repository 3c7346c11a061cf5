import { describe, expect, test } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { withIdempotencyKey } from './idempotent.ts';

const NEW = 'the secret that replaced the one that has leaked';
const intent = { operation: 'apply', key: 'a-key-of-22-characters', body: { email: 'marie@example.com' } };

describe.each(engines)('a request with a key on %s', (engine) => {
  const { start, location } = bench(engine);

  /** Servers on one database, by their secrets, and how often they did what was asked. */
  async function servers(...secrets: readonly string[]) {
    const where = await location();
    const done: number[] = [];
    const open = await Promise.all(secrets.map((secret) => start({ ...where, secret })));
    const asked = open.map(
      ({ ports }) =>
        (): ReturnType<typeof withIdempotencyKey<{ outcome: string; number: number }>> =>
          withIdempotencyKey(
            ports,
            intent,
            () => Promise.resolve({ outcome: 'done', number: done.push(done.length) }),
            ({ outcome }) => outcome === 'done',
          ),
    );
    return { asked, done };
  }

  test('is answered by the stored answer while any server knows the secret it is sealed with', async () => {
    const { asked, done } = await servers(SECRET, `${NEW},${SECRET}`);
    const [old, both] = asked;
    for (const ask of [old, both, old]) expect(await ask?.()).toEqual({ outcome: 'done', number: 1 });
    expect(done).toHaveLength(1);
  });

  test('is carried out once more, however many ask, when the secret of the stored answer is gone', async () => {
    const { asked, done } = await servers(SECRET, NEW);
    const [old, replaced] = asked;
    expect(await old?.()).toEqual({ outcome: 'done', number: 1 });
    const answers = await Promise.all([replaced?.(), replaced?.(), replaced?.()]);
    for (const answer of answers) expect(answer).toEqual({ outcome: 'done', number: 2 });
    expect(await replaced?.()).toEqual({ outcome: 'done', number: 2 });
    expect(done).toHaveLength(2);
  });
});
