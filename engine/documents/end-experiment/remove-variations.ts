import { isObject, selectObjects } from '../json.ts';
import type { DocumentId, ResolvedExperiment } from '../types.ts';
import type { WrittenValues } from './written-values.ts';

/** A document of a variation that stays, because another one references it. */
export interface RetainedDocument {
  readonly document: DocumentId;
  readonly namedBy: DocumentId;
}

/**
 * Deletes the documents of the variations that no other document references; variants of the winner then extend the tested
 * document, which is equal.
 */
export function removeVariations(
  { document, variations }: ResolvedExperiment,
  winner: DocumentId | undefined,
  values: WrittenValues,
): readonly RetainedDocument[] {
  if (winner !== undefined && winner !== document) rebase(winner, document, values);
  let left = [...new Set(variations.map(({ variant }) => variant))].filter((id) => id !== document && values.has(id));
  for (;;) {
    const removable = left.filter((id) => findNamingDocument(id, values) === undefined);
    if (removable.length === 0) break;
    for (const id of removable) values.remove(id);
    left = left.filter((id) => !removable.includes(id));
  }
  return left.map((id) => ({ document: id, namedBy: findNamingDocument(id, values) ?? '' }));
}

function rebase(from: DocumentId, to: DocumentId, values: WrittenValues): void {
  for (const [id, value] of values.left()) {
    if (id !== to && value['extends'] === from) values.set(id, { ...value, extends: to });
  }
}

/** The first other document that references this one: as its base, as a variation, as a target. */
function findNamingDocument(id: DocumentId, values: WrittenValues): DocumentId | undefined {
  const isNamed = (value: unknown): boolean => {
    if (typeof value === 'string') return value === id || value.startsWith(`${id}#`) || value.startsWith(`${id}?`);
    return Array.isArray(value) ? value.some(isNamed) : isObject(value) && Object.values(value).some(isNamed);
  };
  for (const [other, value] of values.left()) if (other !== id && isNamed(value)) return other;
  return undefined;
}

/** Fragments that are unused afterwards, including those that only such fragments used. */
export function removeFragments(used: ReadonlySet<DocumentId>, values: WrittenValues): void {
  for (;;) {
    const left = [...used].filter((id) => values.has(id) && findNamingDocument(id, values) === undefined);
    if (left.length === 0) return;
    for (const id of left) values.remove(id);
  }
}

/** Ids of the fragments that documents use. */
export function listUsedFragments(values: WrittenValues): ReadonlySet<DocumentId> {
  const used = (value: unknown): readonly string[] => {
    if (Array.isArray(value)) return value.flatMap(used);
    if (!isObject(value)) return [];
    const own = typeof value['fragment'] === 'string' ? [value['fragment']] : [];
    return [...own, ...Object.values(value).flatMap(used)];
  };
  return new Set([...values.left()].flatMap(([, value]) => used(selectObjects([value]))));
}
