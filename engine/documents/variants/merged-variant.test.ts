import { describe, expect, test } from 'vitest';
import { Expander, type ExpandedDocument } from '../inheritance/expander.ts';
import { computePin } from '../inheritance/compute-pin.ts';
import { listPinnedChanges } from '../inheritance/list-pinned-changes.ts';
import { type JsonObject, parseObject, selectObjects } from '../json.ts';
import { readFiles } from '../read-files.ts';
import { readProject } from '../read-project.ts';
import { isMergedVariant, mergeVariant, splitVariant, withMissingPins, withoutFragments } from './merged-variant.ts';

const { layers } = await readProject('.');
const files: ReadonlyMap<string, string> = new Map(layers.flatMap((layer) => [...layer.files]));
const project = readFiles({ layers }, undefined);
const toPath = (id: string): string => `pages-config/${id}.json`;

function expand(id: string, changed: Readonly<Record<string, JsonObject>> = {}): ExpandedDocument {
  const edited = Object.entries(changed).map(([document, value]) => [toPath(document), JSON.stringify(value)] as const);
  const { written } = readFiles({ layers: [{ name: 'draft', files: new Map([...files, ...edited]) }] }, project);
  const expanded = new Expander(written, new Map()).expand(id);
  if (expanded === undefined) throw new Error(`"${id}" cannot be expanded.`);
  return expanded;
}

const readValue = (id: string): JsonObject => parseObject(files.get(toPath(id)));
const readBase = (id: string): string => String(readValue(id)['extends']);
const merge = (id: string): JsonObject => mergeVariant(expand(id), expand(readBase(id))) ?? {};
const variants = [...files.keys()]
  .flatMap((file) => /^pages-config\/(landings\/.+)\.json$/.exec(file)?.[1] ?? [])
  .filter((id) => readValue(id)['extends'] !== undefined);

describe('A variant is edited with its blocks and written with its changes', () => {
  test.each(variants)('%s has the same blocks and pins that hold after it was merged and split', (id) => {
    const merged = merge(id);
    expect(isMergedVariant(merged) && !isMergedVariant(readValue(id))).toBe(true);
    const split = expand(id, { [id]: splitVariant(merged, readValue(id)) });
    const done = expand(id, { [id]: withMissingPins(split) });
    expect(done.blocks).toEqual(expand(id).blocks);
    expect(done.head).toEqual(expand(id).head);
    expect(listPinnedChanges(done).every(({ pin, base }) => pin === base.pin)).toBe(true);
    expect(done.outcomes.every((outcome) => outcome.status === 'applied')).toBe(true);
  });

  test('An edited property becomes a change with a pin, and one that is put back leaves none', () => {
    const id = 'landings/short-hero';
    const merged = merge(id);
    const base = withoutFragments(expand(readBase(id)).tree);
    const [closing] = base.filter(({ type }) => type === 'call-to-action');
    const blocks = withoutFragments(expand(id).tree).map((block) =>
      block['id'] === closing?.['id'] ? { ...block, title: { en: 'Now' } } : block,
    );
    const changes = splitVariant({ ...merged, blocks }, readValue(id))['changes'];
    expect(changes).toContainEqual({
      op: 'set',
      block: closing?.['id'],
      props: { title: { en: 'Now' } },
      pin: computePin({ title: closing?.['title'] }),
    });
    expect(splitVariant({ ...merged, blocks: base }, readValue(id))['changes']).toEqual([]);
  });

  test('A change whose base was edited since keeps its pin until it is accepted', () => {
    const id = 'landings/one-step';
    const base = readValue(readBase(id));
    const edited = {
      ...base,
      blocks: selectObjects(base['blocks']).map((block) =>
        block['id'] === 'join' ? { ...block, title: 'site.join' } : block,
      ),
    };
    const stored = expand(id, { [readBase(id)]: edited });
    const merged = mergeVariant(stored, expand(readBase(id), { [readBase(id)]: edited })) ?? {};
    const readPin = (value: JsonObject): unknown =>
      selectObjects(value['changes']).find(({ op, block }) => op === 'set' && block === 'join')?.['pin'];
    expect(merged['outdated']).toEqual({ join: readPin(readValue(id)) });
    expect(readPin(splitVariant(merged, readValue(id)))).toBe(readPin(readValue(id)));
    const accepted = expand(id, {
      [readBase(id)]: edited,
      [id]: splitVariant({ ...merged, outdated: {} }, readValue(id)),
    });
    expect(listPinnedChanges(accepted).every(({ pin, base: { pin: now } }) => pin === now)).toBe(true);
  });

  test('A variant that moves blocks of a fragment is edited as it is written', () => {
    const id = 'landings/one-step';
    const moved = { ...readValue(id), changes: [{ op: 'move', block: 'footer/footer', before: 'footer' }] };
    const expanded = expand(id, { [id]: moved });
    expect(mergeVariant(expanded, expand(readBase(id)))).toBeNull();
  });
});
