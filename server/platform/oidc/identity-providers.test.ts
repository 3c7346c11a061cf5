import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IdentityDouble } from '#tests/helpers/identity-double.ts';
import { type IdentityProviders, noProviders } from './identity-providers.ts';

const checks = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };
const anna = { email: 'anna@example.com', isVerified: true, firstName: 'Anna', lastName: 'Berg' };
const identity = { ...anna };

let double: IdentityDouble;
let providers: IdentityProviders;

beforeAll(async () => {
  double = await IdentityDouble.open();
  providers = await double.providers();
});
afterAll(() => double.close());

async function begun(name: 'google' | 'facebook' | 'apple'): Promise<string> {
  const url = await providers.begin(name, checks);
  if (url === null) throw new Error(`Nobody answers for ${name}.`);
  return url;
}

describe('signing in at a provider', () => {
  test('Google says who a user is, and whether the address is theirs.', async () => {
    const answer = double.signIn(await begun('google'), anna);
    expect(await providers.identify('google', answer, checks)).toEqual({ state: 'identified', identity });
  });

  test('Apple says the name the first time only, takes a signed secret, and its word "true" counts.', async () => {
    const mina = { ...anna, email: 'mina@example.com' };
    const first = double.signIn(await begun('apple'), mina);
    expect(await providers.identify('apple', first, checks)).toEqual({ state: 'identified', identity: mina });
    const second = double.signIn(await begun('apple'), mina);
    expect(await providers.identify('apple', second, checks)).toEqual({
      state: 'identified',
      identity: { ...mina, firstName: null, lastName: null },
    });
  });

  test('Facebook, whose discovery names no token endpoint, verifies no address and may give none.', async () => {
    const answer = double.signIn(await begun('facebook'), anna);
    expect(await providers.identify('facebook', answer, checks)).toEqual({
      state: 'identified',
      identity: { ...identity, isVerified: false },
    });
    const none = double.signIn(await begun('facebook'), { firstName: 'Anna', lastName: 'Berg' });
    expect(await providers.identify('facebook', none, checks)).toMatchObject({ identity: { email: null } });
  });

  test('A forged name in the answer does no harm.', async () => {
    for (const user of ['{', 'null', '7', '{"name":7}']) {
      const answer = { ...double.signIn(await begun('apple'), anna), user };
      expect(await providers.identify('apple', answer, checks)).toMatchObject({ identity: { firstName: null } });
    }
  });

  test.each([
    ['a state of another sign-in', { state: 'other' }],
    ['a nonce of another sign-in', { nonce: 'other' }],
    ['the verifier of another browser', { verifier: 'w'.repeat(43) }],
  ])('%s is refused.', async (_what, other) => {
    const answer = double.signIn(await begun('google'), anna);
    const found = await providers.identify('google', answer, { ...checks, ...other });
    expect(found).toMatchObject({ state: 'failed', isOutage: false });
  });

  test('An ID token that was made for another sign-in is refused, and so is a code that was spent.', async () => {
    double.nonce = 'stolen';
    const answer = double.signIn(await begun('google'), anna);
    expect(await providers.identify('google', answer, checks)).toMatchObject({ state: 'failed', isOutage: false });
    double.nonce = null;
    expect(await providers.identify('google', answer, checks)).toEqual({
      state: 'failed',
      isOutage: false,
      reason: 'invalid_grant',
    });
  });

  test('Anyone who changes their mind is refused, with the reason that the provider gives.', async () => {
    const answer = { error: 'access_denied', state: checks.state };
    expect(await providers.identify('google', answer, checks)).toEqual({
      state: 'failed',
      isOutage: false,
      reason: 'access_denied',
    });
  });

  test('A provider that is out says so at either end, and is asked again by the next visitor.', async () => {
    const fresh = await double.providers();
    double.isDown = true;
    expect(await fresh.begin('google', checks)).toBeNull();
    double.isDown = false;
    const answer = double.signIn((await fresh.begin('google', checks)) ?? '', anna);
    double.isDown = true;
    expect(await fresh.identify('google', answer, checks)).toMatchObject({ state: 'failed', isOutage: true });
    double.isDown = false;
  });

  test('A server that is not registered with a provider signs no user in.', async () => {
    expect(noProviders.isLive('google')).toBe(false);
    expect((await double.providers(undefined, ['apple'])).isLive('google')).toBe(false);
  });
});
