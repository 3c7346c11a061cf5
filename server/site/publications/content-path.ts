import type { Finding } from '#engine/shared/finding.ts';
import { toFindings } from '#engine/documents/findings.ts';
import { inspectSource } from '#engine/documents/inspect.ts';
import { parseSource } from '#engine/documents/source.ts';
import type { FileContent, ContentPath, SaveOutcome } from './publications.ts';

/** Ids of the rules about whole files of a draft. */
const fileRules = { path: 'publishable-file', size: 'file-size' } as const;

/** Limits of a draft. */
export const draftLimits = {
  /** UTF-8 bytes of one file. */
  fileBytes: 512 * 1024,
  /** UTF-8 bytes of all files of a draft. */
  draftBytes: 5 * 1024 * 1024,
  files: 500,
} as const;

const ALONE: ReadonlySet<string> = new Set(['pins.json', 'locales/confirmed.json', 'pages-config/site.json']);
const FOLDERS: ReadonlySet<string> = new Set([
  'pages',
  'landings',
  'fragments',
  'experiments',
  'journeys',
  'forms',
  'brands',
]);
/** Must not begin with a dot, so that no path leaves its folder. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/;
const MAX_PATH = 250;

/** Texts used by server code, which are part of the build. */
const BUILT_TEXTS: ReadonlySet<string> = new Set(['mail', 'staff']);

/** Whether staff may change a file without a build. */
export function isContentPath(path: string): path is ContentPath {
  if (ALONE.has(path)) return true;
  if (path.length > MAX_PATH || !path.endsWith('.json')) return false;
  const [top, folder = '', ...names] = path.slice(0, -'.json'.length).split('/');
  if (names.length === 0 || !names.every((name) => NAME.test(name))) return false;
  if (top === 'pages-config') return FOLDERS.has(folder);
  return top === 'locales' && names.length === 1 && LANGUAGE.test(folder) && !BUILT_TEXTS.has(names[0] ?? '');
}

type Refusal = Extract<SaveOutcome, { code: 'REFUSED' }>;

/** Why a draft cannot contain a file; `null` when it can. */
export function checkContent(path: string, content: FileContent): Refusal | null {
  if (!isContentPath(path))
    return refuseEdit(
      'path',
      path,
      'This file cannot be published: it is part of a build, or no content. Change it in the repository and build again.',
    );
  if (content === null) return null;
  if (Buffer.byteLength(content) > draftLimits.fileBytes)
    return refuseEdit('size', path, `The file is larger than ${draftLimits.fileBytes / 1024} KB. Divide it.`);
  const source = parseSource(path, content);
  if (source.problems.length === 0) return null;
  return { code: 'REFUSED', reason: 'json', findings: toFindings(inspectSource(source), new Map([[path, source]])) };
}

/** A finding about a whole file. */
export function refuseEdit(reason: 'path' | 'size', file: string, message: string): Refusal {
  const finding: Finding = { rule: fileRules[reason], severity: 'error', file, line: 1, column: 1, path: '', message };
  return { code: 'REFUSED', reason, findings: [finding] };
}
