import { dirname } from 'node:path';
import type { Finding } from '#engine/shared/finding.ts';
import { compareFindings } from '#engine/documents/finding-draft.ts';
import { findCodeMistakesIn } from './find-code-mistakes.ts';
import { findExampleMistakes, type FindValidator } from './find-example-mistakes.ts';
import { findFolderMistakes } from './find-folder-mistakes.ts';
import { findSchemaMistakes } from './find-schema-mistakes.ts';
import { findStyleMistakesIn } from './find-style-mistakes.ts';
import type { GeneratorInput } from './source.ts';

export interface BlockChecks {
  /** Of a component or stylesheet that is missing: a block is written file by file, and no build can do without them. */
  readonly missing: Finding['severity'];
  /** Asked only while no schema has a mistake. */
  readonly findValidator: FindValidator;
}

/**
 * Mistakes in the folders of blocks and layouts, sorted by file and position: the same ones whoever looks first, `check`, `gen` or a build (L2).
 * Examples wait until the schemas that they follow are fixed.
 */
export function findBlockMistakes(
  root: string,
  source: GeneratorInput,
  { missing, findValidator }: BlockChecks,
): readonly Finding[] {
  const ofFolders = findFolderMistakes(root, source);
  const ofSchemas = findSchemaMistakes(source, missing).filter(isNew(ofFolders));
  const isWithoutErrors = ofSchemas.every(({ severity }) => severity !== 'error');
  const { findings: ofCode, unparsed } = findCodeMistakesIn(root, source);
  return [
    ...ofFolders,
    ...ofSchemas,
    ...findStyleMistakesIn(root, [...source.blocks, ...source.layouts]).filter(({ file }) => !unparsed.has(file)),
    ...ofCode,
    ...(isWithoutErrors ? findExampleMistakes(root, source, findValidator) : []),
  ].toSorted(compareFindings);
}

/** A file under a wrong name is missing under the right one; of a folder that cannot be read nothing else is said. */
function isNew(ofFolders: readonly Finding[]): (finding: Finding) => boolean {
  const missing = new Set(ofFolders.map(({ file, suggestion }) => `${dirname(file)}/${suggestion ?? ''}`));
  const unread = new Set(ofFolders.filter(({ rule }) => rule === 'schema-name').map(({ file }) => dirname(file)));
  return ({ rule, file, expected = '' }) =>
    !unread.has(dirname(file)) && !(rule === 'block-files' && missing.has(expected));
}
