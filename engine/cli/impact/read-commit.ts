import { UserError } from '#engine/shared/errors.ts';
import { classifyFile, type ProjectInput } from '#engine/documents/read-project.ts';
import { runGit, readObjects } from '../git.ts';

/** A commit, and the files that differ from it. */
export interface CommitComparison {
  /** Full hash of the commit. */
  readonly id: string;
  readonly before: ProjectInput;
  /** Changed, new and deleted files relative to the project's root, including uncommitted ones; sorted. */
  readonly changed: readonly string[];
}

/** @throws UserError for an unknown commit, or without Git */
export function readCommit(root: string, commit: string): CommitComparison {
  const id = runGit(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`])?.trim();
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
    changed: listFilesChangedSince(root, id),
  };
}

/** Files that differ from a commit, including uncommitted ones, relative to the project's root; sorted. */
export function listFilesChangedSince(root: string, commit: string): readonly string[] {
  const changed = [
    ...listed(root, ['diff', '-z', '--name-only', '--relative', '--no-renames', commit]),
    ...listed(root, ['ls-files', '-z', '--others', '--exclude-standard']),
  ];
  return [...new Set(changed)].toSorted();
}

const listed = (root: string, args: readonly string[]): readonly string[] =>
  (runGit(root, args) ?? '').split('\0').filter((file) => file !== '');
