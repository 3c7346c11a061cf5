import { objectsOf } from '#engine/documents/json.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Change } from './changes.ts';
import type { Content } from './content.ts';
import { textKeysOf } from './document-texts.ts';
import { withoutPlural } from '#engine/documents/texts.ts';

/** Keys of live experiments whose control or variations show something that changes: their figures then stand for two contents. */
export function touchedExperiments(content: Content, changes: readonly Change[]): readonly string[] {
  const files = new Set(changes.flatMap((change) => (change.kind === 'text' ? [] : [change.file])));
  const keys = new Set(
    changes.flatMap((change) => (change.kind === 'text' ? [withoutPlural(change.key), change.key] : [])),
  );
  const isTouched = (id: DocumentId): boolean => {
    const document = content.expanded.get(id);
    if (document === undefined) return false;
    return (
      document.sources.some(({ file }) => files.has(file)) || [...textKeysOf(document)].some((key) => keys.has(key))
    );
  };
  return [...content.documents.values()].flatMap(({ id, kind, value }) => {
    if (kind !== 'experiment' || value['status'] !== 'live') return [];
    const tested = [value, ...objectsOf(value['pages'])];
    const shown = tested.flatMap((page) => [
      page['document'],
      ...objectsOf(page['variations']).flatMap(({ variant, redirect }) => [variant, redirect]),
    ]);
    const isTested = shown.some((each) => typeof each === 'string' && isTouched(each));
    return isTested ? [id.replace(/^experiments\//, '')] : [];
  });
}

/** The phase of a live experiment; `null` where none of this key is live. */
export function phaseOf({ documents }: Pick<Content, 'documents'>, key: string): number | null {
  const value = documents.get(`experiments/${key}`)?.value;
  if (value?.['status'] !== 'live') return null;
  return typeof value['phase'] === 'number' ? value['phase'] : 1;
}
