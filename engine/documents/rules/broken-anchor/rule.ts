import { byName } from '#engine/shared/by-name.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { ExpandedDocument } from '../../inheritance/expander.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import { type Tree, getChildren, listIds, findRepeatedIds } from '../../inheritance/tree.ts';
import { findStateAfter } from '../../journeys/machine.ts';
import { type CheckedJourney, listCheckedJourneys, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listEffects } from '../../journeys/uses.ts';
import { selectObjects } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { listMisshapenLocations } from '../../schema-errors/validate.ts';
import type { AnchorUse, Project } from '../../project.ts';
import type { DocumentId } from '../../types.ts';
import type { Rule } from '../rule.ts';

export const brokenAnchor: Rule = {
  id: 'broken-anchor',
  severity: 'error',
  description: 'Every `#id` in a link, and every `hash` of a journey, is the id of a block on the page it leads to.',
  project: function* (project) {
    const { expanded } = project;
    const { anchors } = project.uses;
    for (const [first, ...links] of sameAnchors([...broken(anchors, expanded)], expanded)) {
      const { block, location, pages } = first;
      const [document = ''] = pages;
      const page = expanded.get(document);
      const ids = page === undefined ? new Set<string>() : anchorsOn(page);
      const suggestion = suggestName(block, ids);
      const others = pages.size === 1 ? '' : ` (and ${pages.size - 1} more)`;
      const files = [...new Set(links.map((link) => link.location.file))];
      const removed = findRemoval(block, page);
      yield {
        location: removed ?? location,
        message: `The page "${document}"${others} has no block with the id "${block}"${removed === undefined ? '' : `, to which a link leads in ${location.file}`}.${files.length === 0 ? '' : ` Links of ${files.join(', ')} lead there, too.`}`,
        expected: `one of ${[...ids].join(', ')}`,
        found: `#${block}`,
        suggestion: removed === undefined && suggestion !== undefined ? `#${suggestion}` : undefined,
        // Caused by an invalid address.
        follows: [location, ...misshapenIds(expanded.get(document)), ...findChanges(block, document, expanded)],
      };
    }
    for (const journey of listCheckedJourneys(project)) yield* brokenHashes(journey, project);
  },
};

/** Anchors in effects of a journey; for a screen, on the pages of the state after the outcome. */
function* brokenHashes(journey: CheckedJourney, { expanded }: Project): Generator<FindingDraft> {
  for (const { effect, path, useCase, outcome } of listEffects(journey.document)) {
    const { hash, page, screen } = effect;
    if (hash === undefined) continue;
    const machine = screen === undefined ? undefined : journey.document.machines[screen];
    const state = machine === undefined ? null : findStateAfter(machine, `${useCase}.${outcome}`);
    const screens = machine?.states[state ?? '']?.screens ?? [];
    for (const id of [...(page === undefined ? [] : [page]), ...screens.map((each) => each.page)]) {
      const document = expanded.get(id);
      const ids = document === undefined ? undefined : anchorsOn(document);
      if (ids === undefined || ids.has(hash)) continue;
      yield {
        location: locateInJourney(journey, [...path, 'hash']),
        message: `The page "${id}" has no block with the id "${hash}".`,
        expected: `one of ${[...ids].join(', ')}`,
        found: hash,
        suggestion: suggestName(hash, ids),
      };
    }
  }
}

/** Positions of missing, duplicate and invalid ids, which may be the one that an anchor means. */
function misshapenIds(document: ExpandedDocument | undefined): readonly SourceLocation[] {
  return document === undefined
    ? []
    : [
        ...listMisshapenLocations(document).filter(
          ({ path }) => path.at(-1) === 'id' || typeof path.at(-1) === 'number',
        ),
        ...findRepeatedIds(document.tree),
      ];
}

const infoByType = byName<BlockInfo>(blockInfo);

/** Ids of blocks, of their named parts, and of the main area of every layout. */
const anchorsOn = memoizePerObject(
  ({ shown }: ExpandedDocument): ReadonlySet<string> => new Set([...listIds(shown), ...innerAnchors(shown), 'main']),
);

/** Most anchors are ids of blocks; listing parts of blocks takes longer. */
const hasAnchor = (document: ExpandedDocument, id: string): boolean =>
  blockIds(document).has(id) || anchorsOn(document).has(id);

const blockIds = memoizePerObject(({ shown }: ExpandedDocument): ReadonlySet<string> => new Set(listIds(shown)));

/** The change of a variant that takes a block out. */
function findRemoval(block: string, page: ExpandedDocument | undefined): SourceLocation | undefined {
  const index = selectObjects(page?.written.value['changes']).findIndex(
    (change) => change['op'] === 'remove' && change['block'] === block,
  );
  return page === undefined || index === -1
    ? undefined
    : { file: page.written.file, path: ['changes', index, 'block'] };
}

/** Changes of variants of a page that miss the same block. */
function findChanges(block: string, page: DocumentId, expanded: Project['expanded']): readonly SourceLocation[] {
  return [...expanded.values()].flatMap(({ bases, written, outcomes }) =>
    bases.includes(page)
      ? outcomes.flatMap((outcome, index) =>
          outcome.status === 'missing' && outcome.target === block
            ? [{ file: written.file, path: ['changes', index, outcome.key] }]
            : [],
        )
      : [],
  );
}

/** A link to an id that its pages do not have. */
interface BrokenLink extends Pick<AnchorUse, 'block' | 'location'> {
  /** A link of a fragment may be on several pages. */
  readonly pages: Set<DocumentId>;
}

/** Broken anchors by position. */
function broken(anchors: readonly AnchorUse[], expanded: Project['expanded']): Iterable<BrokenLink> {
  const byLocation = new Map<string, BrokenLink>();
  for (const { block, document, location } of anchors) {
    const page = expanded.get(document);
    if (page === undefined || hasAnchor(page, block)) continue;
    const key = JSON.stringify(location);
    const known = byLocation.get(key) ?? { block, location, pages: new Set<DocumentId>() };
    byLocation.set(key, known);
    known.pages.add(document);
  }
  return byLocation.values();
}

/** Links to one missing id of a page are one error, reported at a link of that page if there is one. */
function sameAnchors(
  links: readonly BrokenLink[],
  expanded: Project['expanded'],
): Iterable<[BrokenLink, ...BrokenLink[]]> {
  const groups: [BrokenLink, ...BrokenLink[]][] = [];
  const isOwn = ({ location, pages }: BrokenLink): boolean =>
    [...pages].some((id) => expanded.get(id)?.written.file === location.file);
  for (const link of links.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    const same = groups.find(
      ([first]) => first.block === link.block && [...link.pages].some((page) => first.pages.has(page)),
    );
    if (same === undefined) groups.push([link]);
    else same.push(link);
  }
  return groups;
}

/** Parts of a block with an `anchor` have the id `block-anchor`. */
function* innerAnchors(tree: Tree): Generator<string> {
  for (const { id, type, blocks: _blocks, ...props } of tree) {
    yield* infoByType[String(type)]?.anchors ?? [];
    for (const anchor of anchorsIn(props)) yield `${String(id)}-${anchor}`;
  }
  for (const block of tree) yield* innerAnchors(getChildren(block));
}

function* anchorsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'anchor' && typeof inner === 'string') yield inner;
    else yield* anchorsIn(inner);
  }
}
