import { isObject, type JsonObject, selectObjects } from '#engine/documents/json.ts';

export const isVariant = (value: JsonObject): boolean => typeof value['extends'] === 'string';

/** What a document says of itself beside its blocks; of a variant, what it changes of its original. */
export function readHead(value: JsonObject): JsonObject {
  if (!isVariant(value)) return value;
  const sets = selectObjects(value['changes']).flatMap(({ op, set }) =>
    op === 'document' && isObject(set) ? [set] : [],
  );
  const metas = sets.flatMap(({ meta }) => (isObject(meta) ? [meta] : []));
  const merge = (parts: readonly JsonObject[]): JsonObject => Object.assign({}, ...parts);
  return { ...merge(sets), ...(metas.length > 0 && { meta: merge(metas) }) };
}

/** The document with another head; in a variant, as one change, which is left out once it is empty. */
export function writeHead(value: JsonObject, head: JsonObject): JsonObject {
  if (!isVariant(value)) return head;
  const changes: readonly unknown[] = Array.isArray(value['changes']) ? value['changes'] : [];
  const isHead = (change: unknown): boolean => isObject(change) && change['op'] === 'document';
  const place = Math.max(0, changes.findIndex(isHead));
  const others = (list: readonly unknown[]): readonly unknown[] => list.filter((change) => !isHead(change));
  const change = Object.keys(head).length === 0 ? [] : [{ op: 'document', set: head }];
  return { ...value, changes: [...others(changes.slice(0, place)), ...change, ...others(changes.slice(place))] };
}
