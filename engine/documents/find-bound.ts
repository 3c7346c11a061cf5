import type { Binding } from '#schemas/generated/bindings.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { isObject } from './json.ts';
import type { Path } from './source-location.ts';

export interface FoundValue {
  readonly path: Path;
  readonly value: unknown;
  readonly binding: Binding;
}

/** Values at the paths of bindings, in the order of the bindings; missing ones are skipped. */
export function findBound(root: unknown, bindings: readonly Binding[]): readonly FoundValue[] {
  const found: FoundAt[] = [];
  follow(root, getBranches(bindings), [], found);
  return found.length < 2 ? found : found.toSorted((one, other) => one.order - other.order);
}

interface FoundAt extends FoundValue {
  /** Position of the binding in the list. */
  readonly order: number;
}

/** What bindings with the same first steps have next, so that a value is followed once for all of them. */
interface Branch {
  readonly ends: { readonly binding: Binding; readonly order: number }[];
  readonly steps: Map<string, Branch>;
}

const getBranches = memoizePerObject((bindings: readonly Binding[]): Branch => {
  const root: Branch = { ends: [], steps: new Map() };
  for (const [order, binding] of bindings.entries()) {
    let branch = root;
    for (const step of binding.path) {
      const next = branch.steps.get(step) ?? { ends: [], steps: new Map() };
      branch.steps.set(step, next);
      branch = next;
    }
    branch.ends.push({ binding, order });
  }
  return root;
});

/** @param at path of the value; changed while inner values are followed, which takes half the time of a list for each */
function follow(value: unknown, { ends, steps }: Branch, at: (string | number)[], found: FoundAt[]): void {
  if (value === undefined) return;
  for (const { binding, order } of ends) found.push({ path: [...at], value, binding, order });
  const inside = (key: string | number, inner: unknown, next: Branch): void => {
    at.push(key);
    follow(inner, next, at, found);
    at.pop();
  };
  for (const [step, next] of steps) {
    if (step === '[]') {
      if (Array.isArray(value)) for (const [index, item] of value.entries()) inside(index, item, next);
    } else if (isObject(value)) {
      const keys = step === '*' ? Object.keys(value) : [step];
      for (const key of keys) if (Object.hasOwn(value, key)) inside(key, value[key], next);
    }
  }
}
