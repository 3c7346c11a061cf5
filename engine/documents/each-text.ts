import { sha256 } from '#engine/shared/hash.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { buildBlockTextKey } from './block-files.ts';
import { type CheckCache, hashOfObject, hashOfSource, hashOfValue, inspectPart, none } from './check-cache.ts';
import type { FindingDraft } from './finding-draft.ts';
import { readNamespace } from './misnamed-texts.ts';
import type { Project } from './project.ts';
import type { TextStore, TextVersions } from './texts.ts';

type Text = readonly [key: string, versions: TextVersions];

/** Texts that are cached together: of one namespace, or of one block. */
interface TextGroup {
  readonly texts: readonly Text[];
  /** Hash of all that they are read from. */
  readonly hash: () => string;
}

/** Texts in the files of the languages. */
export const getFileTexts = memoizePerObject(({ keys, namespaces }: TextStore): readonly TextGroup[] =>
  [...Map.groupBy(keys, ([key]) => readNamespace(key))].map(([namespace, texts]) => ({
    texts,
    hash: () =>
      [...namespaces.values()]
        .flatMap((files) => files.get(namespace) ?? [])
        .map(hashOfSource)
        .join(' '),
  })),
);

/** Texts in the files of the languages and of blocks. */
export const listTexts = memoizePerObject((store: TextStore): readonly TextGroup[] => [
  ...getFileTexts(store),
  ...[...store.blockStrings].map(([file, strings]) => ({
    texts: [...strings].map(([name, versions]): Text => [buildBlockTextKey(file, name), versions]),
    hash: () => `${file} ${hashOfObject(strings)}`,
  })),
]);

/**
 * Memoises findings of a text until it or the other inputs change; the check cache knows groups without any.
 *
 * @param rule rule with this `find`
 * @param find reads few values besides the text, compared by identity
 */
export function rememberTexts<Reads extends readonly unknown[], Item>(
  rule: string,
  find: (key: string, versions: TextVersions, read: Reads) => readonly Item[],
): (
  groups: readonly TextGroup[],
  getReads: (key: string) => Reads,
  checkCache: CheckCache | undefined,
) => readonly Item[] {
  const known = new WeakMap<TextVersions, { readonly read: Reads; readonly value: readonly Item[] }>();
  let last: Reads | undefined;
  // Shared equal lists, to save memory.
  const share = (now: Reads): Reads => (last = last !== undefined && isSame(last, now) ? last : now);
  const findOnce = (key: string, versions: TextVersions, now: Reads): readonly Item[] => {
    const read = share(now);
    const before = known.get(versions);
    if (before !== undefined && isSame(before.read, read)) return before.value;
    const value = find(key, versions, read);
    known.set(versions, { read, value });
    return value;
  };
  return (groups, getReads, checkCache) =>
    groups.flatMap(({ texts, hash }) =>
      inspectPart(
        checkCache,
        () => [rule, hash(), ...texts.map(([key]) => hashOfReads(share(getReads(key))))].join(' '),
        () => texts.flatMap(([key, versions]) => findOnce(key, versions, getReads(key))),
      ),
    );
}

const hashOfReads = memoizePerObject((reads: readonly unknown[]) => sha256(reads.map(hashOfValue).join(' ')));

/** A `project` hook that inspects texts individually, with cached findings. */
export function checkEachText<Reads extends readonly unknown[]>(
  textsOf: (store: TextStore) => readonly TextGroup[],
  reads: (project: Project) => (key: string) => Reads,
  check: (key: string, versions: TextVersions, read: Reads) => Iterable<FindingDraft>,
): (project: Project, rule: string) => Iterable<FindingDraft> {
  const create = (rule: string) =>
    rememberTexts(rule, (key, versions, read: Reads): readonly FindingDraft[] => {
      const findings = [...check(key, versions, read)];
      return findings.length === 0 ? none : findings;
    });
  let checkTexts: ReturnType<typeof create> | undefined;
  return (project, rule) => {
    checkTexts ??= create(rule);
    return checkTexts(textsOf(project.references.texts), reads(project), project.checkCache);
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((value, index) => value === other[index]));
}
