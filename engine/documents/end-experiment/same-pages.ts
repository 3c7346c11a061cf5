import { buildDocument } from '../build-document.ts';
import { findChangingDocuments, expandVariations } from '../compose.ts';
import { listExperimentsOn } from '../list-experiments-on.ts';
import type { ExpandedDocument } from '../inheritance/expander.ts';
import { withoutOwnHead, selectOwnHead } from '../own-head.ts';
import type { Project } from '../project.ts';
import type { DocumentId, ResolvedExperiment, Site } from '../types.ts';

/** A page that differs afterwards, and its visitors. */
export interface OtherPage {
  /** The live experiment whose variation is combined with the winner; absent for the page alone. */
  readonly experiment?: ResolvedExperiment;
  readonly variation?: string;
}

/**
 * Compares the page of the winning variation with the page afterwards: alone, and combined with each variation of the other live
 * experiments. Equal documents render equal pages.
 */
export function findOtherPages(
  { key, document }: ResolvedExperiment,
  winner: DocumentId,
  before: { readonly site: Site; readonly project: Project },
  after: Project,
): readonly OtherPage[] {
  const wanted = shownBefore(document, [winner], before.project);
  const found = expandVariations(document, [], after.expanded);
  const pages: OtherPage[] = areEqual(wanted, found) ? [] : [{}];
  const isFolded = findChangingDocuments(document, [winner], before.project.expanded) !== null;
  for (const experiment of isFolded ? listExperimentsOn(document, before.site) : []) {
    if (experiment.key === key || experiment.status !== 'live') continue;
    for (const variation of experiment.variations) {
      if (variation.redirects || variation.variant === document) continue;
      const both = experiment.key < key ? [variation.variant, winner] : [winner, variation.variant];
      const together = shownBefore(document, both, before.project);
      // Conflicting combinations were never shown; the rule `variation-conflict` reports them.
      if (together === null) continue;
      if (!areEqual(together, expandVariations(document, [variation.variant], after.expanded)))
        pages.push({ experiment, variation: variation.key });
    }
  }
  return pages;
}

function shownBefore(document: DocumentId, variants: readonly DocumentId[], { expanded }: Project) {
  const variantsOfIt = variants.filter((id) => id !== document);
  const together = expandVariations(document, variantsOfIt, expanded);
  const [only] = variantsOfIt;
  const base = expanded.get(document);
  const other = only === undefined || variantsOfIt.length > 1 ? undefined : expanded.get(only);
  if (together !== null || base === undefined || other === undefined) return together;
  // Another landing at the URL of this one.
  const head = { ...withoutOwnHead(other.head), ...selectOwnHead(base.head) };
  return { ...other, id: base.id, written: base.written, head };
}

function areEqual(one: ExpandedDocument | null, other: ExpandedDocument | null): boolean {
  return one !== null && other !== null && buildDocument(one).hash === buildDocument(other).hash;
}
