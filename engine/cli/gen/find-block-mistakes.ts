import { dirname } from 'node:path';
import type { Finding } from '#engine/shared/finding.ts';
import { compareFindings } from '#engine/documents/finding-draft.ts';
import { findCodeMistakesIn } from './find-code-mistakes.ts';
import { findExampleMistakes, type FindValidator } from './find-example-mistakes.ts';
import { findFolderMistakes } from './find-folder-mistakes.ts';
import { findSchemaMistakes } from './find-schema-mistakes.ts';
import { findUnusedStrings, NAME } from './find-unused-strings.ts';
import { findStyleMistakesIn } from './find-style-mistakes.ts';
import type { GeneratorInput } from './source.ts';

export interface BlockChecks {
  /** Severity of a missing component or stylesheet: a warning while a block is being written, an error in a build. */
  readonly missing: Finding['severity'];
  /** Called only when no schema has a mistake. */
  readonly findValidator: FindValidator;
}

/**
 * Mistakes in the folders of blocks and layouts, sorted by file and position; the same for `check`, `gen` and a build (L2).
 * Examples are validated only once their schemas have no mistakes.
 */
export function findBlockMistakes(
  root: string,
  source: GeneratorInput,
  { missing, findValidator }: BlockChecks,
): readonly Finding[] {
  const ofFolders = findFolderMistakes(root, source);
  const ofSchemas = findSchemaMistakes(source, missing).filter(isNew(ofFolders));
  const isWithoutErrors = ofSchemas.every(({ severity }) => severity !== 'error');
  const ofStyles = findStyleMistakesIn(root, [...source.blocks, ...source.layouts]);
  const unread = ofStyles.filter(({ rule }) => rule === 'style-syntax').map(({ file }) => file);
  const { findings: ofCode, unparsed } = findCodeMistakesIn(root, source, new Set(unread));
  // A file under another name is one mistake, at the import that misses it.
  const imported = new Set(
    ofCode.flatMap(({ file, suggestion = '' }) =>
      suggestion.startsWith('./') ? [`${dirname(file)}/${suggestion.slice(2)}`] : [],
    ),
  );
  // The classes that code names are unknown while it does not parse.
  const unparsedFolders = new Set([...unparsed].map((file) => dirname(file)));
  const isOfUnparsed = (stylesheet: string): boolean => unparsedFolders.has(dirname(stylesheet));
  const ofStrings = findUnusedStrings(root, source);
  const isMisnamed = ({ file, message }: Finding): boolean =>
    message.startsWith("The block's strings.json has no text") &&
    ofStrings.some((each) => dirname(each.file) === dirname(file) && !NAME.test(each.path));
  const isMissed = ({ file, path }: Finding): boolean =>
    ofCode.some((each) => dirname(each.file) === dirname(file) && each.suggestion === path);
  return [
    ...ofFolders.filter(({ rule, file }) => rule !== 'stray-file' || !imported.has(file)),
    ...ofSchemas,
    ...ofStyles.filter(
      ({ file, rule, line }) =>
        !unparsed.has(file) &&
        !(rule === 'style-class' && (isOfUnparsed(file) || ofCode.some((each) => isTwice(each, file, line)))),
    ),
    // The code of a copied folder is still that of the block it was copied from.
    ...ofCode.filter(
      (finding) =>
        !misnamedFolders(ofFolders).has(dirname(finding.file)) &&
        !isOfElement(finding, ofStyles) &&
        !isMisnamed(finding),
    ),
    // A text under a name that code cannot write is one mistake, and so is one that code misspells.
    ...ofStrings.filter((finding) => !isMissed(finding)),
    ...(isWithoutErrors ? findExampleMistakes(root, withoutFolders(source, ofFolders), findValidator) : []),
  ].toSorted(compareFindings);
}

/** An attribute that is written twice is one mistake, whatever it says. */
const isTwice = ({ file, line, message }: Finding, other: string, at: number): boolean =>
  file === other && line === at && message.includes('"className" twice');

/** A class without its dot in the stylesheet is missing in code. */
const isOfElement = ({ file, message }: Finding, ofStyles: readonly Finding[]): boolean =>
  ofStyles.some(
    ({ rule, file: stylesheet, found = '' }) =>
      rule === 'style-class' &&
      stylesheet.endsWith('.css') &&
      dirname(stylesheet) === dirname(file) &&
      /^"[\w-]+"$/.test(found) &&
      message.startsWith(`There is no class ${found} in ${stylesheet}`),
  );

/** Folders under a wrong name, whose schemas are not read. */
const misnamedFolders = (ofFolders: readonly Finding[]): ReadonlySet<string> =>
  new Set(ofFolders.filter(({ rule }) => rule === 'schema-name').map(({ file }) => dirname(file)));

function withoutFolders(source: GeneratorInput, ofFolders: readonly Finding[]): GeneratorInput {
  const misnamed = misnamedFolders(ofFolders);
  return { ...source, blocks: source.blocks.filter(({ folder }) => !misnamed.has(folder)) };
}

/** Drops follow-up findings: a file with a misspelled name is not reported as missing too, nor is a file in an unreadable folder. */
function isNew(ofFolders: readonly Finding[]): (finding: Finding) => boolean {
  const missing = new Set(ofFolders.map(({ file, suggestion }) => `${dirname(file)}/${suggestion ?? ''}`));
  const unread = misnamedFolders(ofFolders);
  return ({ rule, file, expected = '' }) =>
    !unread.has(dirname(file)) && !(rule === 'block-files' && missing.has(expected));
}
