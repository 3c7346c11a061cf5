import { expect, test } from 'vitest';
import { mergeBlocks } from './merge-blocks.ts';

const write = (blocks: readonly object[], head: object = { layout: 'default' }): string =>
  JSON.stringify({ ...head, blocks });
const hero = { id: 'hero', title: 'a' };
const steps = { id: 'steps', title: 'b' };
const faq = { id: 'faq', title: 'c' };
const base = write([hero, steps, faq]);
const readIds = (text = ''): readonly string[] =>
  (JSON.parse(text) as { blocks: { id: string; title: string }[] }).blocks.map(({ id, title }) => `${id} ${title}`);

test('two people who change different blocks both have their changes, with what each added, removed and moved', () => {
  const theirs = write([{ ...hero, title: 'theirs' }, steps, { id: 'new', title: 'n' }, faq]);
  const mine = write([{ ...faq, title: 'mine' }, hero]);
  const merged = mergeBlocks({ base, theirs, mine }, () => true);
  expect(merged?.conflicts).toEqual([]);
  expect(readIds(merged?.text)).toEqual(['faq mine', 'hero theirs', 'new n']);
});

test('a block that both changed is chosen by itself, also one that one of them removed', () => {
  const theirs = write([{ ...hero, title: 'theirs' }, faq]);
  const mine = write([{ ...hero, title: 'mine' }, { ...steps, title: 'mine' }, faq]);
  const merge = (chosen: string) => mergeBlocks({ base, theirs, mine }, (id) => id === chosen);
  expect(merge('hero')?.conflicts.map(({ id }) => id)).toEqual(['hero', 'steps']);
  expect(readIds(merge('hero')?.text)).toEqual(['hero theirs', 'steps mine', 'faq c']);
  expect(readIds(merge('steps')?.text)).toEqual(['hero mine', 'faq c']);
});

test('when both changed something else than blocks, whole files are chosen', () => {
  const [theirs, mine] = ['ink', 'day'].map((theme) => write([hero], { theme }));
  expect(mergeBlocks({ base, theirs: theirs ?? '', mine: mine ?? '' }, () => true)).toBeNull();
  expect(mergeBlocks({ base: '{', theirs: base, mine: base }, () => true)).toBeNull();
});
