import { expect, test } from 'vitest';
import type { ResolvedBlock, ResolvedDocument } from '#engine/documents/types.ts';
import { projectSite } from '#tests/helpers/project-site.ts';

// Navigation, help and what does the same are on each page in the same place and order (WCAG 2.2, 3.2.3, 3.2.4, 3.2.6).
const site = await projectSite();
const visited = [...site.documents.values()].filter(({ id }) => !id.startsWith('pages/admin/'));

const blocksIn = (blocks: readonly ResolvedBlock[]): readonly ResolvedBlock[] =>
  blocks.flatMap((block) => [block, ...blocksIn(block.blocks)]);
const ofType = (document: ResolvedDocument, type: string): readonly ResolvedBlock[] =>
  blocksIn(document.blocks).filter((block) => block.type === type);

/** Targets of a block in the order in which they are on the page. */
const listTargets = (block: ResolvedBlock): readonly string[] =>
  [...JSON.stringify(block.props).matchAll(/"to":"([^"]+)"/g)].map(([, to = '']) => to);

/** Pairs of targets that one block has in this order and the other one in the opposite order. */
function crossed(one: readonly string[], other: readonly string[]): readonly string[] {
  const shared = one.filter((target) => other.includes(target));
  const places = shared.map((target) => other.indexOf(target));
  return shared.filter((_, index) => index > 0 && (places[index] ?? 0) < (places[index - 1] ?? 0));
}

test.each(['header', 'footer'])('what the %s of two pages share is in the same order in both', (type) => {
  const blocks = new Map(
    visited
      .flatMap((document) => ofType(document, type))
      .map((block) => [listTargets(block).join(' '), block] as const),
  );
  expect(blocks.size).toBeGreaterThan(1);
  const all = [...blocks.values()].map(listTargets);
  for (const one of all) for (const other of all) expect(crossed(one, other)).toEqual([]);
});

test('each page has one header, and one footer where its layout has one, with the policies and the imprint in one order', () => {
  for (const document of visited) {
    expect(ofType(document, 'header').length, document.id).toBe(1);
    const footers = ofType(document, 'footer');
    expect(footers.length, document.id).toBe(document.layout === 'no-footer' ? 0 : 1);
    for (const { props } of footers) {
      const legal = listTargets({ props: props['legal'] } as unknown as ResolvedBlock);
      expect(legal, document.id).toEqual(['link:privacy', 'link:terms', 'link:imprint']);
    }
  }
});

test('what leads to the same place from headers and footers is called the same on all pages', () => {
  const names = new Map<string, Set<string>>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(collect);
    if (typeof value !== 'object' || value === null) return;
    const { label, to } = value as { readonly label?: unknown; readonly to?: unknown };
    if (label !== undefined && typeof to === 'string' && to.startsWith('link:'))
      names.set(to, (names.get(to) ?? new Set()).add(JSON.stringify(label)));
    Object.values(value).forEach(collect);
  };
  for (const document of visited)
    for (const type of ['header', 'footer']) for (const { props } of ofType(document, type)) collect(props);
  expect(names.size).toBeGreaterThan(5);
  expect([...names].filter(([, all]) => all.size > 1).map(([to, all]) => [to, ...all])).toEqual([]);
});
