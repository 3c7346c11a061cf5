import { describe, expect, test } from 'vitest';
import { MINUTE, toTimestamp } from '#server/platform/database/timestamp.ts';
import { addCode, bench, engines, request, START } from '#tests/helpers/backend.ts';
import { codeOrders, type FindCodesRequest, getCodePosition } from './find-codes.ts';

describe.each(engines)('the list of codes on %s', (engine) => {
  const { start } = bench(engine);

  test('has the same rows page by page, forwards and backwards, in every order, also among equal values', async () => {
    const { members } = await start();
    for (const [index, firstName] of ['Łukasz', 'Anna', null, 'Anna', null, 'Zoë', 'Anna'].entries())
      await members.createCode({
        firstName,
        email: null,
        code: `PAGE-${index}`,
        places: 1 + (index % 2),
        landing: null,
        voucher: null,
        expiresAt: null,
        actor: 'system',
      });
    for (const order of codeOrders)
      for (const descending of [false, true]) {
        const question: FindCodesRequest = { search: '', state: null, order, descending, limit: 3 };
        const labels = async (part: Partial<FindCodesRequest>) =>
          (await members.findCodes({ ...question, ...part })).codes.map((code) => ({
            label: code.label,
            position: getCodePosition(code, order),
          }));
        const all = await labels({ limit: 99 });
        expect(all).toHaveLength(7);
        const first = await labels({});
        const second = await labels({ after: first.at(-1)?.position });
        const third = await labels({ after: second.at(-1)?.position });
        expect([...first, ...second, ...third]).toEqual(all);
        expect(await labels({ before: third[0]?.position })).toEqual(second);
      }
  });

  test('is searched by a part of a code or of a name in any case, and what was typed is never a pattern', async () => {
    const { members } = await start();
    const shared = { email: null, places: 1, landing: null, voucher: null, expiresAt: null, actor: 'system' } as const;
    await members.createCode({ ...shared, firstName: 'Łukasz', code: 'SPRING-26' });
    await members.createCode({ ...shared, firstName: 'Anna', code: 'MILAN-1' });
    const found = async (search: string) =>
      (
        await members.findCodes({ search, state: null, order: 'label', descending: false, limit: 9, countUpTo: 5 })
      ).codes.map(({ label }) => label);
    expect(await found('ring-2')).toEqual(['SPRING-26']);
    expect(await found('łuk')).toEqual(['SPRING-26']);
    expect(await found('NNA')).toEqual(['MILAN-1']);
    for (const search of ['%', '_', '\\', "'", '\u0000%']) expect([search, await found(search)]).toEqual([search, []]);
  });

  test('says when a visitor last registered with a code, and sorts by it with unused ones last', async () => {
    const backend = await start();
    for (const code of ['UNUSED', 'FIRST', 'SECOND']) await addCode(backend, code, 3);
    for (const [code, email] of [
      ['FIRST', 'one@example.com'],
      ['SECOND', 'two@example.com'],
    ]) {
      backend.pass(MINUTE);
      await backend.members.register(request({ code, email }));
    }
    const question = { search: '', state: null, order: 'lastUsed', descending: true, limit: 9 } as const;
    const { codes } = await backend.members.findCodes(question);
    expect(codes.map(({ label, lastUsedAt }) => [label, lastUsedAt])).toEqual([
      ['SECOND', toTimestamp(START + 2 * MINUTE)],
      ['FIRST', toTimestamp(START + MINUTE)],
      ['UNUSED', null],
    ]);
  });
});
