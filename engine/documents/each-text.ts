import { sha256 } from '#engine/shared/hash.ts';
import { buildBlockTextKey } from './block-files.ts';
import type { FindingDraft } from './finding-draft.ts';
import type { Project } from './project.ts';
import { hashOfValue, inspectPart, none, type CheckCache } from './check-cache.ts';
import type { TextStore, TextVersions } from './texts.ts';

type Texts = Iterable<readonly [key: string, versions: TextVersions]>;

/** Texts in the files of the languages, by key. */
export const getFileTexts = ({ keys }: TextStore): Texts => keys;

/** Texts in the files of the languages and of blocks, by key. */
export function* listTexts({ keys, blockStrings }: TextStore): Generator<readonly [string, TextVersions]> {
  yield* keys;
  for (const [file, strings] of blockStrings)
    for (const [name, versions] of strings) yield [buildBlockTextKey(file, name), versions];
}

/**
 * Memoises findings of a text until it or the other inputs change.
 *
 * @param rule rule with this `find`
 * @param find reads few values besides the text, compared by identity
 */
export function rememberText<Reads extends readonly unknown[], Item>(
  rule: string,
  find: (key: string, versions: TextVersions, read: Reads) => readonly Item[],
): (key: string, versions: TextVersions, read: Reads, checkCache: CheckCache | undefined) => readonly Item[] {
  const known = new WeakMap<TextVersions, { readonly read: Reads; readonly value: readonly Item[] }>();
  let last: Reads | undefined;
  return (key, versions, now, checkCache) => {
    // Shared equal lists, to save memory.
    last = last !== undefined && isSame(last, now) ? last : now;
    const before = known.get(versions);
    if (before !== undefined && isSame(before.read, last)) return before.value;
    const read = last;
    const value = inspectPart(
      checkCache,
      () => [rule, hashOfText(key, versions), ...read.map(hashOfValue)].join(' '),
      () => find(key, versions, read),
    );
    known.set(versions, { read, value });
    return value;
  };
}

const hashes = new WeakMap<TextVersions, string>();

/** Cached, because several rules inspect each text. */
function hashOfText(key: string, versions: TextVersions): string {
  let hash = hashes.get(versions);
  if (hash === undefined) hashes.set(versions, (hash = sha256(JSON.stringify([key, ...versions]))));
  return hash;
}

/** A `project` hook that inspects texts individually, with cached findings. */
export function checkEachText<Reads extends readonly unknown[]>(
  textsOf: (store: TextStore) => Texts,
  reads: (project: Project) => (key: string) => Reads,
  check: (key: string, versions: TextVersions, read: Reads) => Iterable<FindingDraft>,
): (project: Project, rule: string) => Iterable<FindingDraft> {
  const create = (rule: string) =>
    rememberText(rule, (key, versions, read: Reads): readonly FindingDraft[] => {
      const findings = [...check(key, versions, read)];
      return findings.length === 0 ? none : findings;
    });
  let checkText: ReturnType<typeof create> | undefined;
  return function* (project, rule) {
    checkText ??= create(rule);
    const readInputs = reads(project);
    for (const [key, versions] of textsOf(project.references.texts))
      yield* checkText(key, versions, readInputs(key), project.checkCache);
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((value, index) => value === other[index]));
}
