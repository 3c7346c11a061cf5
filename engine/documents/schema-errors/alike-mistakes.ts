import type { FindingDraft } from '../finding-draft.ts';
import type { Path, SourceLocation } from '../source-location.ts';

interface Mistake {
  readonly error: { readonly keyword: string; readonly params: object };
  readonly path: Path;
  readonly value: unknown;
}

/** Limits and types that all parts of an object violate alike, such as percentages in place of shares. */
const SHARED: ReadonlySet<string> = new Set(['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);

/** Groups equal errors in several parts of one object or list. */
export function groupAlikeMistakes<T extends Mistake>(
  mistakes: readonly T[],
): readonly (T & { readonly others: readonly T[] })[] {
  const toKey = ({ error: { keyword, params }, path, value }: T, index: number): string =>
    SHARED.has(keyword) && path.length > 1
      ? JSON.stringify([keyword, params, typeof value, path.slice(0, -1)])
      : String(index);
  const groups = new Map<string, T[]>();
  for (const [index, mistake] of mistakes.entries()) {
    const key = toKey(mistake, index);
    groups.set(key, [...(groups.get(key) ?? []), mistake]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [{ ...first, others }]));
}

/** One finding for all of them. */
export function withOthers<T extends FindingDraft>(
  finding: T | undefined,
  others: readonly Mistake[],
  locate: (path: Path) => SourceLocation,
): T | undefined {
  if (finding === undefined || others.length === 0) return finding;
  const names = others.map(({ path }) => JSON.stringify(path.at(-1))).join(', ');
  return {
    ...finding,
    message: `${finding.message} So ${others.length === 1 ? 'is' : 'are'} ${names} beside it.`,
    covers: others.map(({ path }) => locate(path)),
  };
}
