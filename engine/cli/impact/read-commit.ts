import { UserError } from '#engine/shared/errors.ts';
import { classifyFile, type ProjectInput } from '#engine/documents/read-project.ts';
import { git, readObjects } from '../git.ts';

/** What was committed, and what is another file by now. */
export interface CommitComparison {
  /** The whole hash of the commit. */
  readonly id: string;
  readonly before: ProjectInput;
  /** Changed, new and deleted files from the project's root, those that are not committed included; sorted. */
  readonly changed: readonly string[];
}

/** @throws UserError when Git does not know the commit, or there is no Git. */
export function readCommit(root: string, commit: string): CommitComparison {
  const id = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`])?.trim();
  if (id === undefined)
    throw new UserError(`Git knows no commit "${commit}" here. Name one, such as HEAD, main or a tag.`);
  const all = listed(root, ['ls-tree', '-r', '-z', '--name-only', id, '--', '.']);
  const texts = all.filter((file) => classifyFile(file) === 'text');
  const contents = readObjects(
    root,
    texts.map((file) => `${id}:./${file}`),
  );
  return {
    id,
    before: {
      layers: [{ name: 'files', files: new Map(texts.map((file, index) => [file, contents[index] ?? ''])) }],
      images: all.filter((file) => file.startsWith('images/') && classifyFile(file) === 'image').toSorted(),
      brandFiles: all.filter((file) => file.startsWith('pages-config/brand/')).toSorted(),
      strays: [],
      links: new Map(),
      unreadable: new Map(),
    },
    changed: changedSince(root, id),
  };
}

/** Files that differ from a commit, those that are not committed included, from the project's root; sorted. */
export function changedSince(root: string, commit: string): readonly string[] {
  const changed = [
    ...listed(root, ['diff', '-z', '--name-only', '--relative', '--no-renames', commit]),
    ...listed(root, ['ls-files', '-z', '--others', '--exclude-standard']),
  ];
  return [...new Set(changed)].toSorted();
}

const listed = (root: string, args: readonly string[]): readonly string[] =>
  (git(root, args) ?? '').split('\0').filter((file) => file !== '');
