import { UserError } from '#engine/base/errors.ts';
import { kindOfFile, type ProjectInput } from '#engine/documents/read-project.ts';
import { git, readObjects } from '../git.ts';

/** What was committed, and what is another file by now. */
export interface Comparison {
  /** The whole hash of the commit. */
  readonly id: string;
  readonly before: ProjectInput;
  /** Changed, new and deleted files from the project's root, those that are not committed included; sorted. */
  readonly changed: readonly string[];
}

/** @throws UserError when Git does not know the commit, or there is no Git. */
export function readCommit(root: string, commit: string): Comparison {
  const id = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`])?.trim();
  if (id === undefined)
    throw new UserError(`Git knows no commit "${commit}" here. Name one, such as HEAD, main or a tag.`);
  const listed = (args: readonly string[]): readonly string[] =>
    (git(root, args) ?? '').split('\0').filter((file) => file !== '');
  const all = listed(['ls-tree', '-r', '-z', '--name-only', id, '--', '.']);
  const texts = all.filter((file) => kindOfFile(file) === 'text');
  const contents = readObjects(
    root,
    texts.map((file) => `${id}:./${file}`),
  );
  const changed = [
    ...listed(['diff', '-z', '--name-only', '--relative', '--no-renames', id]),
    ...listed(['ls-files', '-z', '--others', '--exclude-standard']),
  ];
  return {
    id,
    before: {
      layers: [{ name: 'files', files: new Map(texts.map((file, index) => [file, contents[index] ?? ''])) }],
      images: all.filter((file) => file.startsWith('images/') && kindOfFile(file) === 'picture').toSorted(),
      brandFiles: all.filter((file) => file.startsWith('pages-config/brand/')).toSorted(),
      strays: [],
      links: new Map(),
      unreadable: new Map(),
    },
    changed: [...new Set(changed)].toSorted(),
  };
}
