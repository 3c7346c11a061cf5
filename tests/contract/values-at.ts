import type { Binding } from '#schemas/generated/bindings.ts';

export interface BoundPlace {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly binding: Binding;
}

/** Every place of a block that a binding names and that the block fills. */
export function valuesAt(block: unknown, bindings: readonly Binding[]): readonly BoundPlace[] {
  return bindings.flatMap((binding) => find(block, binding.path, []).map((place) => ({ ...place, binding })));
}

function find(
  value: unknown,
  [step, ...rest]: readonly string[],
  path: readonly (string | number)[],
): Omit<BoundPlace, 'binding'>[] {
  if (value === undefined) return [];
  if (step === undefined) return [{ path, value }];
  if (step === '[]')
    return Array.isArray(value) ? value.flatMap((item: unknown, index) => find(item, rest, [...path, index])) : [];
  if (typeof value !== 'object' || value === null) return [];
  const keys = step === '*' ? Object.keys(value) : [step];
  return keys.flatMap((key) => find(Reflect.get(value, key), rest, [...path, key]));
}

/** A copy of a block in which the value at a path is another one; `undefined` takes the property away. */
export function replaceAt<T>(block: T, path: readonly (string | number)[], value: unknown): T {
  const copy = structuredClone(block);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), copy);
  const key = path.at(-1);
  if (typeof parent !== 'object' || parent === null || key === undefined)
    throw new Error(`There is no place ${path.join('.')} in this block.`);
  if (value === undefined) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, value);
  return copy;
}
