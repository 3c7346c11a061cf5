import type { Binding } from '#schemas/generated/bindings.ts';
import { isObject } from './json.ts';
import type { Path } from './source-location.ts';

export interface FoundValue {
  readonly path: Path;
  readonly value: unknown;
  readonly binding: Binding;
}

/** Values at the paths of bindings; missing ones are skipped. */
export function findBound(root: unknown, bindings: readonly Binding[]): readonly FoundValue[] {
  const found: FoundValue[] = [];
  for (const binding of bindings) follow(root, binding, 0, [], found);
  return found;
}

function follow(value: unknown, binding: Binding, depth: number, path: Path, found: FoundValue[]): void {
  if (value === undefined) return;
  const step = binding.path[depth];
  if (step === undefined) {
    found.push({ path, value, binding });
  } else if (step === '[]') {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) follow(item, binding, depth + 1, [...path, index], found);
  } else if (isObject(value)) {
    const keys = step === '*' ? Object.keys(value) : [step];
    for (const key of keys) {
      if (Object.hasOwn(value, key)) follow(value[key], binding, depth + 1, [...path, key], found);
    }
  }
}
