import { LRUCache } from 'lru-cache';

/** A value by its name, made once for all that belongs to one owner, and let go of with it. */
export type KeptFor<Owner extends object, Value> = (owner: Owner, name: string, make: () => Value) => Value;

/**
 * @param max Values of one owner, those asked for last.
 */
export function keptFor<Owner extends object, Value extends object | string>(max: number): KeptFor<Owner, Value> {
  const byOwner = new WeakMap<Owner, LRUCache<string, Value>>();
  return (owner, name, make) => {
    const values = byOwner.get(owner) ?? new LRUCache<string, Value>({ max });
    byOwner.set(owner, values);
    const value = values.get(name) ?? make();
    values.set(name, value);
    return value;
  };
}
