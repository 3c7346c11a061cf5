import { buildDocument } from '../build-document.ts';
import { changingDocuments, expandArms } from '../compose.ts';
import { experimentsOn } from '../experiments-on.ts';
import type { ExpandedDocument } from '../expand/expand.ts';
import type { JsonObject } from '../json.ts';
import type { Project } from '../project.ts';
import type { DocumentId, ResolvedExperiment, Site } from '../types.ts';

/** A page that is another one afterwards, and whom it is shown to. */
export interface OtherPage {
  /** The live experiment of whose arm the winner is shown; left out for the page by itself. */
  readonly experiment?: ResolvedExperiment;
  readonly arm?: string;
}

/**
 * Compares what visitors of the winning arm got with what everybody gets afterwards: by itself, and with each arm of the other live
 * experiments. Equal documents are equal pages: rendering sees nothing else of them.
 */
export function otherPages(
  { key, document }: ResolvedExperiment,
  winner: DocumentId,
  before: { readonly site: Site; readonly project: Project },
  after: Project,
): readonly OtherPage[] {
  const wanted = shownBefore(document, [winner], before.project);
  const found = expandArms(document, [], after.expanded);
  const pages: OtherPage[] = areEqual(wanted, found) ? [] : [{}];
  const isFolded = changingDocuments(document, [winner], before.project.expanded) !== null;
  for (const experiment of isFolded ? experimentsOn(document, before.site) : []) {
    if (experiment.key === key || experiment.status !== 'live') continue;
    for (const arm of experiment.arms) {
      if (arm.redirects || arm.variant === document) continue;
      const both = experiment.key < key ? [arm.variant, winner] : [winner, arm.variant];
      const together = shownBefore(document, both, before.project);
      // What could not be shown together was never shown; the rule `arm-conflict` speaks of it.
      if (together === null) continue;
      if (!areEqual(together, expandArms(document, [arm.variant], after.expanded)))
        pages.push({ experiment, arm: arm.key });
    }
  }
  return pages;
}

function shownBefore(document: DocumentId, variants: readonly DocumentId[], { expanded }: Project) {
  const variantsOfIt = variants.filter((id) => id !== document);
  const together = expandArms(document, variantsOfIt, expanded);
  const [only] = variantsOfIt;
  const base = expanded.get(document);
  const other = only === undefined || variantsOfIt.length > 1 ? undefined : expanded.get(only);
  if (together !== null || base === undefined || other === undefined) return together;
  // Another landing at the address of this one.
  const { slug: _slug, window: _window, ...content } = other.head;
  const own = ['slug', 'window'].flatMap((key) => (key in base.head ? [[key, base.head[key]] as const] : []));
  const head: JsonObject = { ...content, ...Object.fromEntries(own) };
  return { ...other, id: base.id, written: base.written, head };
}

function areEqual(one: ExpandedDocument | null, other: ExpandedDocument | null): boolean {
  return one !== null && other !== null && buildDocument(one).hash === buildDocument(other).hash;
}
