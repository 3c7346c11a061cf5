import { selectObjects, listStrings } from '#engine/documents/json.ts';
import { withoutPlural } from '#engine/documents/texts.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Change } from './changes.ts';
import { type Content, toDocumentPath } from './content.ts';
import { listTextKeys } from './document-texts.ts';

/** Keys of live experiments whose control or variations show content that changes: their data then covers two versions of it. */
export function listTouchedExperiments(content: Content, changes: readonly Change[]): readonly string[] {
  const files = new Set(changes.flatMap((change) => (change.kind === 'text' ? [] : [change.file])));
  const keys = new Set(
    [
      ...changes.flatMap((change) => (change.kind === 'text' ? [change.key] : [])),
      ...textsWithClaims(content, changes),
    ].flatMap((key) => [withoutPlural(key), key]),
  );
  const isTouched = (id: DocumentId): boolean => {
    const document = content.expanded.get(id);
    if (document === undefined) return false;
    const named = listStrings(document.blocks).flatMap((name) => content.documents.get(name) ?? []);
    const forms = named.filter(({ kind }) => kind === 'form');
    return (
      [...document.sources.map(({ file }) => file), ...forms.map((form) => toDocumentPath(form.id))].some((file) =>
        files.has(file),
      ) || [...listTextKeys(document), ...forms.flatMap(({ value }) => listStrings(value))].some((key) => keys.has(key))
    );
  };
  return [...content.documents.values()].flatMap(({ id, kind, value }) => {
    if (kind !== 'experiment' || value['status'] !== 'live') return [];
    const tested = [value, ...selectObjects(value['pages'])];
    const shown = tested.flatMap((page) => [
      page['document'],
      ...selectObjects(page['variations']).flatMap(({ variant, redirect }) => [variant, redirect]),
    ]);
    const isTested = shown.some((each) => typeof each === 'string' && isTouched(each));
    return isTested ? [id.replace(/^experiments\//, '')] : [];
  });
}

/** Those that run already and go on. */
export function listRunningExperiments(before: Content, after: Content, changes: readonly Change[]): readonly string[] {
  const ended = new Set(
    changes.flatMap((change) => (change.kind === 'document' && !change.isThere ? [change.document] : [])),
  );
  return listTouchedExperiments(after, changes).filter(
    (key) => readLivePhase(before, key) !== null && !ended.has(`experiments/${key}`),
  );
}

/** Keys of texts that use a changed claim. */
function textsWithClaims({ texts }: Content, changes: readonly Change[]): readonly string[] {
  const paths = changes.flatMap((change) =>
    change.kind === 'property' && change.document === 'site' ? [change.path] : [],
  );
  const claims = paths.flatMap((path) => (/^claims(?:\.|$)/.test(path) ? [path.split('.')[1] ?? ''] : []));
  if (claims.length === 0) return [];
  // When all claims were added or removed, the change has no name.
  const isNamed = (text: string): boolean =>
    claims.some((name) => text.includes(name === '' ? '{claims.' : `{claims.${name}}`));
  return [...texts.keys].flatMap(([key, versions]) =>
    [...versions.values()].some(({ text }) => isNamed(text)) ? [key] : [],
  );
}

/** The phase of a live experiment; `null` for a key without one. */
export function readLivePhase({ documents }: Pick<Content, 'documents'>, key: string): number | null {
  const value = documents.get(`experiments/${key}`)?.value;
  if (value?.['status'] !== 'live') return null;
  return typeof value['phase'] === 'number' ? value['phase'] : 1;
}
