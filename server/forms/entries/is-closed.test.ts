import { expect, test } from 'vitest';
import type { ResolvedBlock } from '#engine/documents/types.ts';
import { makeBlock } from '#tests/helpers/make-site.ts';
import { isClosed } from './is-closed.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const over = { to: '2026-11-20T00:00', zone: 'UTC' } as const;
const still = { to: '2026-11-21T00:00', zone: 'UTC' } as const;
const form = (id: string, window?: ResolvedBlock['window']) =>
  makeBlock({ id, type: 'form', props: { form: 'forms/lead' }, window });
const section = (window: ResolvedBlock['window'], ...blocks: ResolvedBlock[]) =>
  makeBlock({ id: 'section', type: 'section', window, blocks });
const closed = (blocks: readonly ResolvedBlock[], block: string | null = null, window?: ResolvedBlock['window']) =>
  isClosed('forms/lead', [{ blocks, window }], { block, now });

test('A form is closed by its own window, that of a block around it, and that of its page', () => {
  expect([
    closed([form('a', over)]),
    closed([section(over, form('a', still))]),
    closed([form('a')], null, over),
  ]).toEqual([true, true, true]);
  expect([closed([form('a', still)]), closed([form('a')]), closed([])]).toEqual([false, false, false]);
});

test('If a form is on a page twice, the submitted block counts, and by default any open one', () => {
  const both = [form('fragment/a', over), form('b')];
  expect([closed(both, 'fragment-a'), closed(both, 'b'), closed(both), closed(both, 'gone')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
