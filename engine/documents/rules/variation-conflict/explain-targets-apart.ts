import { findChangingDocuments, expandVariations } from '../../compose.ts';
import type { ExpandedDocument } from '../../inheritance/expander.ts';
import type { Project } from '../../project.ts';
import type { DocumentId } from '../../types.ts';
import { findCommonTarget } from './targets.ts';

/** Why two variants of a document cannot be combined; `undefined` if they can. */
export function explainTargetsApart(
  base: ExpandedDocument,
  one: DocumentId,
  other: DocumentId,
  expanded: Project['expanded'],
): string | undefined {
  const first = findChangingDocuments(base.id, [one], expanded);
  const second = findChangingDocuments(base.id, [other], expanded);
  if (first === null || second === null) {
    const whole = first === null ? one : other;
    return expanded.get(whole)?.bases.length === 0 ? `"${whole}" is a whole landing of its own` : undefined;
  }
  const target = findCommonTarget(first, second, base);
  if (target !== undefined) return `both change ${target}`;
  return expandVariations(base.id, [one, other], expanded) === null
    ? 'the changes of one no longer fit after those of the other'
    : undefined;
}
