import { inBlocks, withoutJourney } from '#engine/documents/block-files.ts';
import type { TextEntry } from '#engine/documents/texts.ts';
import { runGit, readObjects } from '../git.ts';

/** The first commit with a text. */
export interface Written {
  /** Position in history; infinite for uncommitted texts. */
  readonly rank: number;
  /** First eight digits; empty for uncommitted texts. */
  readonly commit: string;
  /** ISO 8601 day; empty for uncommitted texts. */
  readonly day: string;
}

/** The first commit in which a text had its current content, at its place. */
export type TextHistory = (entry: TextEntry) => Written;

const UNCOMMITTED: Written = { rank: Number.POSITIVE_INFINITY, commit: '', day: '' };
const FILES = ['locales', 'journeys/*/locales', ...inBlocks('*/strings.json'), ...inBlocks('layouts/*/strings.json')];

interface Blob extends Written {
  readonly file: string;
  readonly id: string;
}

/**
 * Reads from Git when texts got their current content; `null` without Git, outside a repository, or in a shallow clone. A reverted text
 * keeps its first commit; formatting and moving a block into a journey do not count as changes.
 */
export function readHistory(root: string): TextHistory | null {
  if (runGit(root, ['rev-parse', '--is-shallow-repository'])?.trim() !== 'false') return null;
  const log = runGit(root, [
    'log',
    '--relative',
    '--reverse',
    '--date-order',
    '--raw',
    '--no-abbrev',
    FORMAT,
    '--',
    ...FILES,
  ]);
  if (log === null) return null;
  const blobs = parseBlobs(log);
  const contents = readBlobs(root, new Set(blobs.map(({ id }) => id)));
  const first = new Map<string, Written>();
  for (const { file, id, ...written } of blobs) {
    for (const words of wordsIn(contents.get(id))) {
      const name = `${withoutJourney(file)}\n${words}`;
      if (!first.has(name)) first.set(name, written);
    }
  }
  return ({ text, location }) =>
    first.get(`${withoutJourney(location.file)}\n${location.path.join('\t')}\n${text}`) ?? UNCOMMITTED;
}

const FORMAT = '--format=%H %cs';

function parseBlobs(log: string): readonly Blob[] {
  const blobs: Blob[] = [];
  let written = UNCOMMITTED;
  let rank = -1;
  for (const line of log.split('\n')) {
    if (line.startsWith(':')) {
      const [facts = '', file = ''] = line.split('\t');
      const id = facts.split(' ')[3] ?? '';
      if (/[1-9a-f]/.test(id)) blobs.push({ file, id, ...written });
    } else if (line !== '') {
      const [commit = '', day = ''] = line.split(' ');
      rank += 1;
      written = { rank, commit: commit.slice(0, 8), day };
    }
  }
  return blobs;
}

/** Invalid JSON, such as a file with conflict markers, has no texts. */
function wordsIn(text: string | undefined): readonly string[] {
  try {
    return leaves(JSON.parse(text ?? '{}'), '');
  } catch {
    return [];
  }
}

function leaves(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return [`${path}\n${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}\t${key}`));
}

function readBlobs(root: string, ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = [...ids];
  const texts = readObjects(root, names);
  return new Map(names.map((id, index) => [id, texts[index] ?? '']));
}
