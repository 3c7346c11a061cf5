import type { Remark } from './place.ts';
import type { Project } from './project.ts';
import type { TextStore, TextVersions } from './texts.ts';

type Texts = Iterable<readonly [key: string, versions: TextVersions]>;

/** Texts in the files of the languages, by key. */
export const textsOfFiles = ({ keys }: TextStore): Texts => keys;

/** Texts in the files of the languages and of blocks, these by folder and key: `blocks/hero#more`. */
export function* allTexts({ keys, blockStrings }: TextStore): Generator<readonly [string, TextVersions]> {
  yield* keys;
  for (const [file, strings] of blockStrings) {
    const folder = file.replace(/\/strings\.json$/, '');
    for (const [name, versions] of strings) yield [`${folder}#${name}`, versions];
  }
}

/**
 * A `project` hook that looks at each text on its own. Its findings are remembered until the text changes, or what it
 * reads besides.
 *
 * @param reads What `check` depends on besides the text: few values, compared by identity.
 */
export function eachText<Reads extends readonly unknown[]>(
  textsOf: (store: TextStore) => Texts,
  reads: (project: Project) => (key: string) => Reads,
  check: (key: string, versions: TextVersions, read: Reads) => Iterable<Remark>,
): (project: Project) => Iterable<Remark> {
  const known = new WeakMap<TextVersions, { readonly read: Reads; readonly remarks: readonly Remark[] }>();
  return function* (project) {
    const readsOf = reads(project);
    let last: Reads | undefined;
    for (const [key, versions] of textsOf(project.references.texts)) {
      const now = readsOf(key);
      // One list for all texts with equal ones, to save memory.
      const read = last !== undefined && isSame(last, now) ? last : now;
      last = read;
      let entry = known.get(versions);
      if (entry === undefined || !isSame(entry.read, read)) {
        const remarks = [...check(key, versions, read)];
        entry = { read, remarks: remarks.length === 0 ? none : remarks };
        known.set(versions, entry);
      }
      yield* entry.remarks;
    }
  };
}

const none: readonly Remark[] = [];

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((value, index) => value === other[index]));
}
