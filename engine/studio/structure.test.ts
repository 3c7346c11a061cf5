import { describe, expect, test } from 'vitest';
import { withValue } from './edit-json.ts';
import type { StudioField, OutlineBlock } from './protocol.ts';
import { chooseVariant, createBlank, duplicateBlock, moveItem, relocateBlock } from './structure.ts';

const FILE = 'pages-config/pages/a.json';
const at = (id: string, path: readonly (string | number)[], blocks: readonly OutlineBlock[] = []): OutlineBlock => ({
  id,
  type: 'hero',
  place: { file: FILE, path: ['blocks', ...path] },
  moved: {},
  blocks,
});
const field = (name: string, more: Partial<StudioField>): StudioField => ({
  name,
  description: '',
  kind: 'string',
  isRequired: true,
  ...more,
});

describe('the structure of a page', () => {
  const text = JSON.stringify({ blocks: [{ id: 'a' }, { id: 'b', blocks: [{ id: 'c' }] }] });
  const outline = [at('a', [0]), at('b', [1], [at('c', [1, 'blocks', 0])])];
  const now = (list: readonly unknown[]) => relocateBlock(outline, { [FILE]: withValue(text, ['blocks'], list) });
  const blocks: readonly unknown[] = JSON.parse(text).blocks;

  test('blocks are found where they were moved to, those inside them with them, and removed ones are gone', () => {
    expect(now(blocks)).toEqual(outline);
    expect(now(moveItem(blocks, 1, 0))).toEqual([at('b', [0], [at('c', [0, 'blocks', 0])]), at('a', [1])]);
    expect(now(blocks.slice(1))).toEqual([at('b', [0], [at('c', [0, 'blocks', 0])])]);
    expect(moveItem(blocks, 1, 2)).toBe(blocks);
  });

  test('a copy has ids and texts of its own', () => {
    const block = { id: 'b-2', type: 'hero', title: 'a.b', items: [{ text: 'a.b' }], blocks: [{ id: 'c', type: 'x' }] };
    const fields = {
      hero: [
        field('title', { kind: 'text' }),
        field('items', {
          kind: 'list',
          item: field('', { kind: 'object', fields: [field('text', { kind: 'text' })] }),
        }),
      ],
    };
    const options = { fields, texts: { 'a.b': { en: 'Hello' } }, taken: new Set(['b-2', 'b-3', 'c']) };
    expect(duplicateBlock(block, options)).toEqual({
      ...block,
      id: 'b-4',
      title: { en: 'Hello' },
      items: [{ text: { en: 'Hello' } }],
      blocks: [{ id: 'c-2', type: 'x' }],
    });
  });

  test('what is added holds only what it cannot be without', () => {
    const fields = [
      field('label', { kind: 'text' }),
      field('to', { kind: 'target' }),
      field('icon', { isRequired: false }),
    ];
    expect(createBlank(field('action', { kind: 'object', fields }), '2026-11-20')).toMatchObject({
      label: { en: 'TODO', sv: 'TODO' },
      to: '',
    });
    expect(
      createBlank(field('items', { kind: 'list', minimum: 2, item: field('', { kind: 'moment' }) }), '2026-11-20'),
    ).toEqual(['2026-11-20T00:00', '2026-11-20T00:00']);
  });
});

test('An object keeps the properties that fit what was chosen, and those that the choice removed return with it', () => {
  const [type, label] = [field('type', { kind: 'choice' }), field('label', {})];
  const area = [type, label, field('rows', { kind: 'number', isRequired: false })];
  const select = [type, label, field('least', { kind: 'number', minimum: 2 })];
  const union = field('', { kind: 'object', by: 'type', variants: { area, select } });
  const opened = { type: 'area', rows: 4, label: 'a' };
  const chosen = chooseVariant({ ...opened, label: 'b' }, union, 'select', opened);
  expect(chosen).toEqual({ type: 'select', label: 'b', least: 2 });
  expect(JSON.stringify(chooseVariant(chosen, union, 'area', opened))).toBe('{"type":"area","rows":4,"label":"b"}');
});
