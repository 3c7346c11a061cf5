import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChange } from '../inheritance/apply-change.ts';
import { recordLocation } from '../inheritance/origin.ts';
import { getChildren, listIds, type Tree } from '../inheritance/tree.ts';
import type { JsonObject } from '../json.ts';
import { deriveChanges } from './derive-changes.ts';

const place = { file: 'pages-config/landings/x.json', path: ['changes', 0] };

/** The blocks as the engine makes them from a base and its changes. */
function apply(base: Tree, changes: readonly JsonObject[]): Tree {
  let draft = { head: {}, tree: prepare(base) };
  for (const change of changes) {
    const { draft: next, outcome } = applyChange(draft, change, place, prepare);
    expect(outcome.status, JSON.stringify(change)).toBe('applied');
    draft = { ...next, head: {} };
  }
  return plain(draft.tree);
}

function prepare(tree: Tree): Tree {
  return tree.map((block) => {
    const copy = { ...block, ...(block['blocks'] !== undefined && { blocks: prepare(getChildren(block)) }) };
    recordLocation(copy, place.file, []);
    return copy;
  });
}

/** No inner blocks are none. */
function plain(tree: Tree): Tree {
  return tree.map(({ blocks, ...own }) => {
    const inner = plain(getChildren({ blocks }));
    return inner.length > 0 ? { ...own, blocks: inner } : own;
  });
}

const hero = { id: 'hero', type: 'hero', title: 'site.title', image: { src: 'a.jpg', alt: 'site.alt' } };
const faq = { id: 'faq', type: 'faq', items: [{ title: 'a' }] };
const steps = { id: 'steps', type: 'steps' };
const section = (...blocks: JsonObject[]): JsonObject => ({ id: 'section', type: 'section', blocks });

describe('Changes of a variant are derived from its blocks and those of its base', () => {
  test('Equal blocks need none', () => {
    expect(deriveChanges([hero, section(faq)], [hero, section(faq)])).toEqual([]);
  });

  test('Properties that differ are set, those that are gone become null, and inner ones stay as they are', () => {
    const { image, ...rest } = hero;
    const wanted = [{ ...rest, title: { en: 'Hello' }, image: { ...image, src: 'b.jpg' } }, faq];
    expect(deriveChanges([hero, { ...faq, note: 'x' }], wanted)).toEqual([
      { op: 'set', block: 'hero', props: { title: { en: 'Hello' }, image: { src: 'b.jpg' } } },
      { op: 'set', block: 'faq', props: { note: null } },
    ]);
  });

  test('One block that moved is one change, however many stand between', () => {
    expect(deriveChanges([hero, faq, steps], [faq, steps, hero])).toEqual([
      { op: 'move', block: 'hero', after: 'steps' },
    ]);
  });

  test('Neighbours that are new are one change, and blocks of the base move into new ones', () => {
    const more = { id: 'more', type: 'steps' };
    expect(deriveChanges([hero, faq], [hero, section(faq), more])).toEqual([
      { op: 'insert', after: 'hero', blocks: [{ id: 'section', type: 'section' }, more] },
      { op: 'move', block: 'faq', into: 'section' },
    ]);
  });

  test('A block of another type takes the place of the old one, and another use of a fragment, too', () => {
    const use = { id: 'footer', fragment: 'fragments/footer' };
    expect(
      deriveChanges(
        [hero, use],
        [
          { id: 'hero', type: 'notice' },
          { ...use, when: { code: 'valid' } },
        ],
      ),
    ).toEqual([
      { op: 'replace', block: 'hero', with: { id: 'hero', type: 'notice' } },
      { op: 'replace', block: 'footer', with: { ...use, when: { code: 'valid' } } },
    ]);
  });

  test('A block is removed after those inside that stay have left it', () => {
    expect(deriveChanges([hero, section(faq)], [hero, faq])).toEqual([
      { op: 'move', block: 'faq', after: 'hero' },
      { op: 'remove', block: 'section' },
    ]);
  });

  test('Any blocks come from any base', () => {
    fc.assert(
      fc.property(anyTree(1), anyTree(0), (base, wanted) => {
        expect(apply(base, deriveChanges(base, wanted))).toEqual(plain(wanted));
      }),
      { numRuns: 300 },
    );
  });
});

/** Blocks of few ids, so that two trees share many of them, in other places and of other types. */
function anyTree(least: number): fc.Arbitrary<Tree> {
  const block = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    kind: fc.constantFrom('hero', 'faq', 'fragment'),
    title: fc.option(fc.oneof(fc.constantFrom('x', 'y'), fc.dictionary(fc.constantFrom('en', 'de'), fc.constant('t')))),
    depth: fc.nat({ max: 3 }),
  });
  return fc.uniqueArray(block, { selector: ({ id }) => id, minLength: least, maxLength: 7 }).map((blocks) => {
    const root: JsonObject[] = [];
    const path: { children: JsonObject[] }[] = [{ children: root }];
    for (const { id, kind, title, depth } of blocks) {
      const at = Math.min(depth, path.length - 1);
      const children: JsonObject[] = [];
      const own = { id, ...(title !== null && { title }) };
      path[at]?.children.push(
        kind === 'fragment' ? { ...own, fragment: 'fragments/x' } : { ...own, type: kind, blocks: children },
      );
      path.length = at + 1;
      if (kind !== 'fragment') path.push({ children });
    }
    expect(new Set(listIds(root)).size).toBe(blocks.length);
    return plain(root);
  });
}
