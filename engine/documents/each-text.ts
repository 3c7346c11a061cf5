import type { FindingDraft } from './finding-draft.ts';
import type { Project } from './project.ts';
import type { TextStore, TextVersions } from './texts.ts';

type Texts = Iterable<readonly [key: string, versions: TextVersions]>;

/** Texts in the files of the languages, by key. */
export const getFileTexts = ({ keys }: TextStore): Texts => keys;

/** Texts in the files of the languages and of blocks, these by folder and key: `blocks/hero#more`. */
export function* allTexts({ keys, blockStrings }: TextStore): Generator<readonly [string, TextVersions]> {
  yield* keys;
  for (const [file, strings] of blockStrings) {
    const folder = file.replace(/\/strings\.json$/, '');
    for (const [name, versions] of strings) yield [`${folder}#${name}`, versions];
  }
}

/**
 * Memoises what is computed from one text until it changes, or what it reads besides.
 *
 * @param compute Reads few values besides the text, compared by identity.
 */
export function rememberText<Reads extends readonly unknown[], Value>(
  compute: (key: string, versions: TextVersions, read: Reads) => Value,
): typeof compute {
  const known = new WeakMap<TextVersions, { readonly read: Reads; readonly value: Value }>();
  let last: Reads | undefined;
  return (key, versions, now) => {
    // One list for all texts with equal ones, to save memory.
    last = last !== undefined && isSame(last, now) ? last : now;
    const before = known.get(versions);
    if (before !== undefined && isSame(before.read, last)) return before.value;
    const value = compute(key, versions, last);
    known.set(versions, { read: last, value });
    return value;
  };
}

/** A `project` hook that looks at each text on its own, and remembers its findings. */
export function eachText<Reads extends readonly unknown[]>(
  textsOf: (store: TextStore) => Texts,
  reads: (project: Project) => (key: string) => Reads,
  check: (key: string, versions: TextVersions, read: Reads) => Iterable<FindingDraft>,
): (project: Project) => Iterable<FindingDraft> {
  const checkText = rememberText((key, versions, read: Reads): readonly FindingDraft[] => {
    const findings = [...check(key, versions, read)];
    return findings.length === 0 ? none : findings;
  });
  return function* (project) {
    const readInputs = reads(project);
    for (const [key, versions] of textsOf(project.references.texts)) yield* checkText(key, versions, readInputs(key));
  };
}

const none: readonly FindingDraft[] = [];

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((value, index) => value === other[index]));
}
