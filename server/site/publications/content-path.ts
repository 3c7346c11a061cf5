import type { Finding } from '#engine/base/finding.ts';
import { toFindings } from '#engine/documents/findings.ts';
import { inspectSource } from '#engine/documents/inspect.ts';
import { parseSource } from '#engine/documents/source.ts';
import type { Content, ContentPath, SaveOutcome } from './publications.ts';

/** What a draft may hold. */
export const draftLimits = {
  /** UTF-8 bytes of one file. */
  fileBytes: 512 * 1024,
  /** UTF-8 bytes of all files of a draft. */
  draftBytes: 5 * 1024 * 1024,
  files: 500,
} as const;

/** One name of a path: no dot at its begin, so that no path leads out of its folder. */
const NAME = String.raw`[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*`;
const CONTENT = new RegExp(
  String.raw`^(?:pins\.json|locales/confirmed\.json|locales/[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*/(?<texts>${NAME})\.json|pages-config/site\.json|pages-config/(?:pages|landings|fragments|experiments|journeys)(?:/${NAME})+\.json)$`,
);

/** Texts that the code of the server says: they are part of it. */
const BUILT_TEXTS: ReadonlySet<string> = new Set(['mail', 'staff']);

/** Whether staff may change a file without a build. */
export function isContentPath(path: string): path is ContentPath {
  const match = path.length <= 250 ? CONTENT.exec(path) : null;
  return match !== null && !BUILT_TEXTS.has(match.groups?.['texts'] ?? '');
}

type Refusal = Extract<SaveOutcome, { code: 'REFUSED' }>;

/** Why a file cannot be stored in any draft; `null` when it can. */
export function refusalOf(path: string, content: Content): Refusal | null {
  if (!isContentPath(path))
    return refused(
      'path',
      path,
      'This file cannot be published: it is part of a build, or no content. Change it in the repository and build again.',
    );
  if (content === null) return null;
  if (Buffer.byteLength(content) > draftLimits.fileBytes)
    return refused('size', path, `The file is larger than ${draftLimits.fileBytes / 1024} KB. Divide it.`);
  const source = parseSource(path, content);
  if (source.problems.length === 0) return null;
  return { code: 'REFUSED', reason: 'json', findings: toFindings(inspectSource(source), new Map([[path, source]])) };
}

/** A finding about a whole file. */
export function refused(reason: 'path' | 'size', file: string, message: string): Refusal {
  const rule = reason === 'path' ? 'publishable-file' : 'file-size';
  const finding: Finding = { rule, severity: 'error', file, line: 1, column: 1, path: '', message };
  return { code: 'REFUSED', reason, findings: [finding] };
}
