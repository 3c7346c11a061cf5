import { describe, expect, test } from 'vitest';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { addCode, bench, engines, request } from '#tests/helpers/backend.ts';
import { isAlias } from './alias-key.ts';

test.each([
  ['anna@example.com', 'anna+shop@example.com', true],
  ['anna+a@example.com', 'anna+b@example.com', true],
  ['a.nna@gmail.com', 'anna+x@googlemail.com', true],
  ['a.nna@example.com', 'anna@example.com', false],
  ['anna@example.com', 'anna@example.org', false],
])('%s and %s are one mailbox: %s', (one, other, same) => {
  expect([isAlias(one, other), isAlias(other, one)]).toEqual([same, same]);
});

describe.each(engines)('people who may be the same on %s', (engine) => {
  const { start } = bench(engine);

  async function serve() {
    const backend = await start();
    const { members } = backend;
    await addCode(backend, 'PLACES', 9);
    const register = (email: string, form = {}) => members.register(request({ email, ...form }));
    const of = async (address: string) => {
      const [account] = await members.findMembers({ search: address, limit: 1 });
      return (await members.findDuplicates({ address, account })).map((each) => [each.email, each.where, each.reason]);
    };
    return { backend, members, register, of };
  }

  test('are named by addresses of one mailbox, whether they registered, wait or applied', async () => {
    const { backend, members, register, of } = await serve();
    await register('Zoe@gmail.com');
    await register('z.oe+shop@googlemail.com', { lastName: 'Other' });
    await register('z.oe@example.com', { lastName: 'Another' });
    const token = await makePurposeToken(backend.ports, 'lobby', 'zoe+wait@gmail.com', 600);
    await members.joinWaitingList({ form: { token }, locale: 'de', network: '192.0.2.1' });
    expect(await of('zoe@gmail.com')).toEqual([
      ['z.oe+shop@googlemail.com', 'account', 'alias'],
      ['zoe+wait@gmail.com', 'waiting-list', 'alias'],
    ]);
    expect(await of('nobody+zoe@gmail.com')).toEqual([]);
  });

  test('are named by the same name in the same country in any case, once, and not by a part of it', async () => {
    const { register, of } = await serve();
    await register('one@example.com', { firstName: 'Łucja', lastName: 'Wójcik', country: 'DE' });
    await register('two@example.com', { firstName: 'ŁUCJA', lastName: 'WÓJCIK', country: 'DE' });
    await register('one+x@example.com', { firstName: 'łucja', lastName: 'wójcik', country: 'DE' });
    await register('three@example.com', { firstName: 'Łucja', lastName: 'Wójcik', country: 'FR' });
    await register('four@example.com', { firstName: 'Łucja', lastName: 'Wójcikowa', country: 'DE' });
    for (const [address, others] of [
      [
        'one@example.com',
        [
          ['one+x@example.com', 'account', 'alias'],
          ['two@example.com', 'account', 'name'],
        ],
      ],
      ['three@example.com', []],
    ] as const)
      expect([address, await of(address)]).toEqual([address, others]);
  });
});
