import { type WallTimeWindow, toEpoch, computeWindowState } from '#engine/shared/wall-time.ts';
import { readHeadingLevel } from '#engine/shared/heading-level.ts';
import { type Binding, blockBindings } from '#schemas/generated/bindings.ts';
import { type BlockInfo, type LayoutInfo, blockInfo, facetValues, layouts } from '#schemas/generated/vocabulary.ts';
import { findBound } from './find-bound.ts';
import type { ExpandedDocument } from './inheritance/expander.ts';
import { holdsAny, getOrigin, locateInside } from './inheritance/origin.ts';
import type { Tree } from './inheritance/tree.ts';
import { type InnerBlock, fillBlock, listInnerBlocks } from './inner-blocks.ts';
import { type JsonObject, isObject } from './json.ts';
import type { SourceLocation } from './source-location.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { listMisshapenLocations } from './schema-errors/validate.ts';

/** A heading in the order of the page; the levels of an invalid block are unknown. */
export interface Heading {
  readonly level: number | 'unknown';
  readonly location: SourceLocation;
}

const bindingsByType: Readonly<Record<string, readonly Binding[]>> = blockBindings;
const infoByType: Readonly<Record<string, BlockInfo>> = blockInfo;
const layoutByName: Readonly<Record<string, LayoutInfo>> = layouts;
const valuesByFacet: Readonly<Record<string, readonly string[]>> = facetValues;

/**
 * The headings of every possible outline: one for each combination of the blocks' conditions
 * and each time at which a window opens or closes. A document without either has one outline; one with an unreadable layout or changes
 * has none.
 */
export function getOutlines(document: ExpandedDocument): Outlines {
  let outlines = known.get(document);
  if (outlines === undefined) known.set(document, (outlines = readOutlines(document)));
  return outlines;
}

type Outlines = readonly (readonly Heading[])[];

/** Cached, because several rules need them. */
const known = new WeakMap<ExpandedDocument, Outlines>();

function readOutlines(document: ExpandedDocument): Outlines {
  const layout = layoutByName[String(document.head['layout'])];
  if (layout === undefined || document.outcomes.some(({ status }) => status !== 'applied')) return [];
  const misshapen = listMisshapenLocations(document);
  const readArea = (block: JsonObject): string => String(block['area'] ?? layout.content);
  const areas = new Set([...layout.areas, ...document.shown.map(readArea)]);
  const inOrder = [...areas].flatMap((area) => document.shown.filter((block) => readArea(block) === area));
  const parts = inOrder.flatMap((block) => splitBlock({ block, level: undefined }, [], misshapen));
  const conditional = [...new Set(parts.flatMap(({ around }) => around))];
  const outlines = new Map<string, readonly Heading[]>();
  for (const situation of listSituations(conditional)) {
    const hidden = new Set(conditional.filter((block) => !isShown(block, situation)));
    const key = conditional.map((block) => (hidden.has(block) ? '-' : '+')).join('');
    if (outlines.has(key)) continue;
    const shown = parts.filter(({ around }) => !around.some((block) => hidden.has(block)));
    outlines.set(
      key,
      shown.flatMap(({ headings }) => headings),
    );
  }
  return [...outlines.values()];
}

/** Headings of one block, and the blocks with conditions on which they depend: the block itself and those around it. */
interface Part {
  readonly headings: readonly Heading[];
  readonly around: readonly JsonObject[];
}

function splitBlock(
  { block, level }: Placed,
  around: readonly JsonObject[],
  misshapen: readonly SourceLocation[],
): readonly Part[] {
  const conditions = isObject(block['when']) || block['window'] !== undefined ? [...around, block] : around;
  const headings = ownHeadings({ block, level }, misshapen);
  const inner = listInnerBlocks(block, level).flatMap((each) => splitBlock(each, conditions, misshapen));
  return headings.length === 0 ? inner : [{ headings, around: conditions }, ...inner];
}

/** A block with the level of its place. */
type Placed = Pick<InnerBlock, 'block' | 'level'>;

interface Situation {
  readonly facets: Readonly<Record<string, string>>;
  readonly now: number;
}

function ownHeadings({ block, level }: Placed, misshapen: readonly SourceLocation[]): readonly Heading[] {
  if (misshapen.length > 0) {
    const origin = getOrigin(block);
    if (holdsAny(origin, misshapen)) return [{ level: 'unknown', location: locateInside(origin, []) }];
  }
  const before = ofBlock.get(block);
  if (before !== undefined && before.level === level) return before.headings;
  const headings = readHeadings({ block, level });
  ofBlock.set(block, { level, headings });
  return headings;
}

/** Cached for valid blocks: most are equal in many documents and combinations. */
const ofBlock = new WeakMap<
  JsonObject,
  { readonly level: number | undefined; readonly headings: readonly Heading[] }
>();

const none: readonly Binding[] = [];
const selectHeadings = memoizePerObject((bindings: readonly Binding[]) =>
  bindings.filter(({ heading }) => heading !== undefined),
);

function readHeadings({ block, level: around }: Placed): readonly Heading[] {
  const bindings = selectHeadings(bindingsByType[String(block['type'])] ?? none);
  if (bindings.length === 0) return [];
  const filled = fillBlock(block, around);
  return findBound(filled, bindings).flatMap(({ path, binding: { heading } }) => {
    const level = heading === undefined ? undefined : readHeadingLevel(heading, filled, path);
    return level === undefined ? [] : [{ level, location: locateInside(getOrigin(block), path) }];
  });
}

/** A block whose component handles its own window is present before and after it, too. */
function isShown(block: JsonObject, { facets, now }: Situation): boolean {
  const { when, window } = block;
  if (isObject(when) && Object.entries(when).some(([name, value]) => facets[name] !== value)) return false;
  const alwaysThere = infoByType[String(block['type'])]?.facets.includes('window') === true;
  return alwaysThere || !isWindow(window) || computeWindowState(window, now) === 'open';
}

function listSituations(conditional: Tree): readonly Situation[] {
  const names = new Set<string>();
  const times = new Set<number>([Number.NEGATIVE_INFINITY]);
  for (const { when, window } of conditional) {
    if (isObject(when)) for (const name of Object.keys(when)) names.add(name);
    if (isWindow(window)) {
      for (const edge of [window.from, window.to]) if (edge !== undefined) times.add(toEpoch(edge, window.zone));
    }
  }
  let combinations: Readonly<Record<string, string>>[] = [{}];
  for (const name of names) {
    combinations = combinations.flatMap((facets) =>
      (valuesByFacet[name] ?? []).map((value) => ({ ...facets, [name]: value })),
    );
  }
  return [...times].flatMap((now) => combinations.map((facets) => ({ facets, now })));
}

/** Windows with non-existent times are reported by their own rule and ignored here. */
function isWindow(value: unknown): value is WallTimeWindow {
  return isObject(value) && hasTimes(value);
}

const hasTimes = memoizePerObject((value: JsonObject): boolean => {
  try {
    for (const edge of [value['from'], value['to']])
      if (edge !== undefined) toEpoch(String(edge), String(value['zone']));
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
});
