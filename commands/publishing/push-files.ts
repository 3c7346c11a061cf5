import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import { formatText } from '#engine/cli/check/format-text.ts';
import type { CommitComparison } from '#engine/cli/impact/read-commit.ts';
import { isContentPath } from '#server/site/publications/content-path.ts';
import type { FileContent, ContentPath, Publications } from '#server/site/publications/publications.ts';

type Pushing = Pick<Publications, 'readContent' | 'createDraft' | 'saveFiles' | 'discardDraft'>;

interface PushCall {
  /** 1 to 120 characters. */
  readonly name: string;
  /** The project's root. */
  readonly at: string;
  /** The commit that the servers were built from, and the files that differ from it. */
  readonly comparison: CommitComparison;
}

interface Pushed {
  /** Id of the draft; `null` without changes. */
  readonly draft: string | null;
  /** Output lines. */
  readonly lines: readonly string[];
}

const actor = 'command-line';
const MAX_NAMED = 5;

/**
 * Creates a draft with the files that were changed since a commit and are not live. Content published meanwhile is a conflict when the draft is published.
 *
 * @param publications based on the files of the commit
 * @throws UserError for a file that cannot be part of a draft; no draft is created then
 */
export async function pushFiles(publications: Pushing, { name, at, comparison }: PushCall): Promise<Pushed> {
  const live = await publications.readContent();
  const files: { readonly path: ContentPath; readonly content: FileContent }[] = [];
  for (const path of comparison.changed.filter(isContentPath)) {
    const content = await readContent(join(at, path));
    if (content !== (live.get(path) ?? null)) files.push({ path, content });
  }
  const rest = unpublishable(comparison.changed);
  if (files.length === 0) return { draft: null, lines: [...rest, 'No file differs from what is live.'] };
  const { id } = await publications.createDraft({ name, actor });
  const edits = files.map(({ path, content }) => {
    const base = comparison.before.layers[0].files.get(path) ?? null;
    return { path, content, version: 0, base };
  });
  const outcome = await publications.saveFiles({ draft: id, files: edits, actor });
  if (outcome.code !== 'SAVED') {
    await publications.discardDraft({ draft: id, actor });
    const reasons = outcome.code === 'REFUSED' ? outcome.findings.map((finding) => formatText(finding, false)) : [];
    throw new UserError(['There is no draft: a file cannot be in it.', ...reasons].join('\n\n'));
  }
  const lines = edits.map(({ path, content, base }) => {
    const isOvertaken = base !== (live.get(path) ?? null);
    return `${path}  ${content === null ? 'deleted' : 'changed'}${isOvertaken ? '; published meanwhile' : ''}`;
  });
  return { draft: id, lines: [...lines, ...rest] };
}

/** `null` for a missing file. */
async function readContent(file: string): Promise<FileContent> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

function unpublishable(changed: readonly string[]): readonly string[] {
  const rest = changed.filter((path) => !isContentPath(path));
  if (rest.length === 0) return [];
  const named = rest.slice(0, MAX_NAMED).join(', ');
  return [`Only documents and texts are in drafts, not: ${named}${rest.length > MAX_NAMED ? ', …' : ''}`];
}
