import type { JsonObject } from './json.ts';

/** Properties of a landing that its variants do not inherit: where and when it is shown. */
export const ownProperties: ReadonlySet<string> = new Set(['slug', 'addresses', 'window']);

export const selectOwnHead = (head: Readonly<Record<string, unknown>>): JsonObject => filter(head, true);

export const withoutOwnHead = (head: Readonly<Record<string, unknown>>): JsonObject => filter(head, false);

function filter(head: Readonly<Record<string, unknown>>, isOwn: boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(head).filter(([name, value]) => ownProperties.has(name) === isOwn && value !== undefined),
  );
}
