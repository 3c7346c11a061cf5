import { useId, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Hole } from '#engine/block-kit/Hole.tsx';
import { RenderSinkProvider } from '#engine/block-kit/render-sink.ts';
import type { BoundBlock } from './bind.ts';
import { serializeIslandProps, listIslands, readsFlags, renderIslands } from './islands.tsx';

function block(id: string, type: string, blocks: readonly BoundBlock[] = []): BoundBlock {
  const nothing = { strings: {}, forms: [], questions: null, texts: new Set<string>() };
  return { id, htmlId: id, type, area: 'content', props: { title: 'Ä "quoted"' }, ...nothing, blocks };
}

const sink = {
  noteIcon: () => undefined,
  hole: (name: string) => `[${name}]`,
  tail: () => undefined,
  noteFirstImage: () => undefined,
  noteSection: () => undefined,
  placeholderClass: () => '',
};

function Labelled(): ReactNode {
  const id = useId();
  return <label htmlFor={id}>Name</label>;
}

test('islands are found inside static blocks, in the order of the page', () => {
  const blocks = [block('hero', 'hero', [block('code', 'access-code')]), block('join', 'registration-form')];
  expect(listIslands(blocks).map(({ id }) => id)).toEqual(['code', 'join']);
});

test('ids of two islands never meet', async () => {
  const rendered = await renderIslands([block('a', 'access-code'), block('b', 'access-code')], () => <Labelled />);
  const [one, other] = [...rendered.values()];
  expect(one).toContain('a-');
  expect(one).not.toBe(other);
});

test('large islands stay in one piece, without scripts', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => <p key={index}>{index}</p>);
  const rendered = await renderIslands([block('a', 'access-code')], () => <div>{rows}</div>);
  expect(rendered.get('a')).not.toContain('<script');
  expect(rendered.get('a')).toContain('<p>2999</p>');
});

test('a visitor’s value is in an element of its own, which hydration leaves alone', async () => {
  const rendered = await renderIslands([block('a', 'access-code')], () => (
    <RenderSinkProvider value={sink}>
      <Hole name="name" />
    </RenderSinkProvider>
  ));
  expect(rendered.get('a')).toBe('<span data-hole="name">[name]</span>');
});

test('a mistake in an island fails the page instead of leaving a hole in it', async () => {
  const Broken = (): ReactNode => {
    throw new Error('This block is broken.');
  };
  await expect(renderIslands([block('a', 'access-code')], () => <Broken />)).rejects.toThrow('This block is broken.');
});

test('an island carries the props that it was rendered with', () => {
  expect(JSON.parse(serializeIslandProps(block('a', 'access-code')))).toEqual({
    id: 'a',
    title: 'Ä "quoted"',
    strings: {},
  });
});

test('an island with blocks inside is refused, because the browser has no code for them', () => {
  expect(() => serializeIslandProps(block('a', 'access-code', [block('b', 'hero')]))).toThrow(
    'The island "a" (access-code) holds blocks',
  );
});

test('an island is marked for flags by the property that names one, and by no other', () => {
  const island = block('a', 'access-code');
  expect(readsFlags(island)).toBe(false);
  expect(readsFlags({ ...island, props: { ...island.props, newsFlag: 'code-news' } })).toBe(true);
  expect(readsFlags({ type: 'registration-form', props: { newsFlag: 'code-news' } })).toBe(false);
});
