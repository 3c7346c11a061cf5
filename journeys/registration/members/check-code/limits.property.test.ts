import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addCode, bench, engines, request, type TestBackend, unlimited } from '#tests/helpers/backend.ts';
import { getIpv6Prefix } from '#server/platform/ipv6-prefix.ts';

const HOUR = 3_600_000;
const guesses = { max: 3, windowSeconds: 600 };
const registrations = { max: 2, windowSeconds: 600 };
const SITE_FACTOR = 2;

/** Neighbours of every kind: two of one /56, one beside it in the /48, two addresses of one carrier's range. */
const networks = ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:1:100::/64', '192.0.2.1', '192.0.2.2'] as const;

const acts = ['open', 'open-exhausted', 'guess', 'register', 'send-nonsense'] as const;

interface Act {
  readonly network: (typeof networks)[number];
  readonly what: (typeof acts)[number];
}

/** What happens at the same time, one after the other. */
const histories = fc.array(
  fc.array(fc.record({ network: fc.constantFrom(...networks), what: fc.constantFrom(...acts) }), {
    minLength: 1,
    maxLength: 8,
  }),
  { minLength: 1, maxLength: 6 },
);

let people = 0;

async function carryOut({ members }: TestBackend, { network, what }: Act): Promise<string> {
  const form = what === 'send-nonsense' ? { email: 'nonsense' } : { email: `visitor-${(people += 1)}@example.com` };
  if (what === 'register' || what === 'send-nonsense')
    return (await members.register({ ...request(form), network })).outcome;
  const code = { open: 'PLACES', 'open-exhausted': 'EMPTY-1', guess: `NOBODY-${(people += 1)}` }[what];
  const answer = await members.checkCode({ code, network });
  return answer.outcome === 'refused' ? answer.error : answer.outcome;
}

/** What a person gets without concurrent requests. */
const alone: Readonly<Record<Act['what'], string>> = {
  open: 'valid',
  'open-exhausted': 'REGISTRATION_CODE_NO_BALANCE_LEFT',
  guess: 'REGISTRATION_CODE_INVALID',
  register: 'registered',
  'send-nonsense': 'invalid',
};

describe.each(engines)('limits under random histories on %s (B15)', (engine) => {
  const { start } = bench(engine);

  test('No network below its own limit is ever refused, whatever others do, and none exceeds its limit', async () => {
    const backend = await start({
      settings: {
        limits: { ...unlimited, codeGuessesPerNetwork: guesses, registrationPerNetwork: registrations },
        ipv6SiteFactor: SITE_FACTOR,
      },
    });
    await addCode(backend, 'PLACES', 1_000_000);
    await addCode(backend, 'EMPTY-1', 0);
    const property = fc.asyncProperty(histories, async (history) => {
      backend.pass(HOUR);
      const done: { act: Act; answer: string }[] = [];
      for (const moment of history) {
        const answers = await Promise.all(moment.map((act) => carryOut(backend, act)));
        done.push(...moment.map((act, index) => ({ act, answer: answers[index] ?? '' })));
      }
      const count = (what: Act['what'], isCounted: (network: string, answer: string) => boolean): number =>
        done.filter(({ act, answer }) => act.what === what && isCounted(act.network, answer)).length;
      for (const network of networks) {
        const isOwn = (other: string): boolean => other === network;
        const isSite = (other: string): boolean =>
          (getIpv6Prefix(other) ?? other) === (getIpv6Prefix(network) ?? network);
        const stays = (what: Act['what'], { max }: { readonly max: number }): boolean =>
          count(what, isOwn) <= max - 1 && count(what, isSite) <= max * SITE_FACTOR - 1;
        const isHonest = { guess: stays('guess', guesses), register: stays('register', registrations) };
        for (const { act, answer } of done.filter((each) => isOwn(each.act.network))) {
          const mayDo = act.what === 'send-nonsense' || isHonest[act.what === 'register' ? 'register' : 'guess'];
          const allowed = [alone[act.what], ...(mayDo ? [] : ['too-many-requests'])];
          expect(allowed).toContain(answer);
        }
        const wasServed = (other: string, answer: string): boolean => isOwn(other) && answer !== 'too-many-requests';
        expect(count('guess', wasServed)).toBeLessThanOrEqual(guesses.max);
        expect(count('register', wasServed)).toBeLessThanOrEqual(registrations.max);
      }
    });
    await fc.assert(property, { seed: 15, numRuns: 60 });
  });
});
