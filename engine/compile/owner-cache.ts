import { LRUCache } from 'lru-cache';

/** A cached value by its name, per owner and released with it. */
export type OwnerCache<Owner extends object, Value> = (owner: Owner, name: string, make: () => Value) => Value;

/**
 * @param max Values per owner; the least recently used one is evicted.
 */
export function createOwnerCache<Owner extends object, Value extends object | string>(
  max: number,
): OwnerCache<Owner, Value> {
  const byOwner = new WeakMap<Owner, LRUCache<string, Value>>();
  return (owner, name, make) => {
    const values = byOwner.get(owner) ?? new LRUCache<string, Value>({ max });
    byOwner.set(owner, values);
    const value = values.get(name) ?? make();
    values.set(name, value);
    return value;
  };
}
