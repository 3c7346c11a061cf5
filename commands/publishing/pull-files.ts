import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import { listFilesChangedSince } from '#engine/cli/impact/read-commit.ts';
import { runGit } from '#engine/cli/git.ts';
import type { Uploads } from '#server/site/uploads/uploads.ts';
import type { PublishedDifference, Publications } from '#server/site/publications/publications.ts';

interface PullCall {
  /** Dry run. */
  readonly isDry: boolean;
  /** Whether to overwrite changes that are stored nowhere else. */
  readonly isForced: boolean;
}

export interface PulledContent {
  readonly publications: Pick<Publications, 'listDifferences' | 'readContent'>;
  readonly uploads: Pick<Uploads, 'mentionedIn' | 'readContent'>;
}

/**
 * Writes published content to the files of a project, which `publications` read, with the uploaded images that it uses.
 *
 * @param at the project's root
 * @returns output lines
 * @throws UserError for a file with changes that are neither committed nor published; nothing is written then
 */
export async function pullFiles(
  { publications, uploads }: PulledContent,
  at: string,
  { isDry, isForced }: PullCall,
): Promise<readonly string[]> {
  const differences = await publications.listDifferences();
  const drifted = differences.filter(({ isDrifted }) => isDrifted);
  const unsaved = isForced || drifted.length === 0 ? [] : uncommitted(drifted, at);
  if (unsaved.length > 0)
    throw new UserError(
      [
        'Nothing was written. Changes of these files are neither committed nor published:',
        ...unsaved.map(({ path }) => `  ${path}`),
        'Commit or discard them, or call again with --force, which overwrites them.',
      ].join('\n'),
    );
  const images = await missingImages(uploads, await publications.readContent(), at);
  if (!isDry) {
    for (const difference of differences) await write(difference, at);
    for (const path of images) await writeImage(uploads, path, at);
  }
  return differences.length === 0 && images.length === 0
    ? ['Every file is as published.']
    : [
        ...images.map((path) => `${path}  ${isDry ? 'would be ' : ''}written, as it was uploaded`),
        ...differences.map(({ path, content, revision, isDrifted }) => {
          const did = content === null ? 'deleted' : 'written';
          const drift = isDrifted ? '; it was changed here in another way since: merge both' : '';
          return `${path}  ${isDry ? 'would be ' : ''}${did}, as of publication ${revision}${drift}`;
        }),
        isDry ? 'Nothing was written.' : 'Run "npm run check", look at it with "git diff" and commit it.',
      ];
}

/** Uploads used in content that the project lacks. */
async function missingImages(
  uploads: PulledContent['uploads'],
  content: ReadonlyMap<string, string>,
  at: string,
): Promise<readonly string[]> {
  const mentioned = await uploads.mentionedIn([content]);
  return mentioned.map(({ path }) => path).filter((path) => !existsSync(join(at, path)));
}

async function writeImage(uploads: PulledContent['uploads'], path: string, at: string): Promise<void> {
  const content = await uploads.readContent(path);
  if (content === null) return;
  await mkdir(dirname(join(at, path)), { recursive: true });
  await writeFile(join(at, path), content);
}

/** Without Git, nothing counts as committed. */
function uncommitted(drifted: readonly PublishedDifference[], at: string): readonly PublishedDifference[] {
  if (runGit(at, ['rev-parse', '--verify', '--quiet', 'HEAD']) === null) return drifted;
  const changed = new Set(listFilesChangedSince(at, 'HEAD'));
  return drifted.filter(({ path }) => changed.has(path));
}

async function write({ path, content }: PublishedDifference, at: string): Promise<void> {
  const file = join(at, path);
  if (content === null) return rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
