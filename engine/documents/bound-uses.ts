import type { Binding } from '#schemas/generated/bindings.ts';
import { isObject } from './json.ts';
import type { Path } from './place.ts';

export interface FoundValue {
  readonly path: Path;
  readonly value: unknown;
  readonly binding: Binding;
}

/** Values at the places that bindings name; places that are left out are passed over. */
export function findBound(root: unknown, bindings: readonly Binding[]): readonly FoundValue[] {
  return bindings.flatMap((binding) => [...follow(root, binding.path, [])].map((found) => ({ ...found, binding })));
}

function* follow(
  value: unknown,
  [step, ...rest]: readonly string[],
  path: Path,
): Generator<{ path: Path; value: unknown }> {
  if (value === undefined) return;
  if (step === undefined) {
    yield { path, value };
  } else if (step === '[]') {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) yield* follow(item, rest, [...path, index]);
  } else if (isObject(value)) {
    const keys = step === '*' ? Object.keys(value) : [step];
    for (const key of keys) {
      if (Object.hasOwn(value, key)) yield* follow(value[key], rest, [...path, key]);
    }
  }
}
