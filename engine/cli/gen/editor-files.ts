import { isUserError } from '#engine/shared/errors.ts';
import { PHASES_FILE } from '#engine/documents/experiment-phases.ts';
import { composeSchemas } from './compose.ts';
import { editorFolder, generateEditorSchemas } from './editor.ts';
import { unreadableFolders } from './find-schema-mistakes.ts';
import { readSource, type GeneratorInput } from './source.ts';
import { type FileDifference, findDifferences, writeDifferences } from './write-files.ts';

/**
 * What editors complete by holds the names of all documents, texts and images. It is not part of the repository, so that two people who
 * add a page have no conflict, and whatever reads documents brings it up to date: `dev`, `check`, `build` and `start`.
 */
const isEditorSchema = (file: string): boolean => file.startsWith(editorFolder);

/** Brings `schemas/generated/editor/` up to date with the documents, texts and images; gives an exit code. */
export function writeEditorSchemas(root: string): number {
  const source = tryToReadSource(() => readSource(root));
  if (source !== null) updateEditorSchemas(root, source);
  return 0;
}

/** As `writeEditorSchemas`, of what was read already; says whether they are up to date now. */
export function updateEditorSchemas(root: string, source: GeneratorInput): boolean {
  // Until it is fixed editors keep what they know.
  if (unreadableFolders(source).size > 0) return false;
  const files = new Map(generateEditorSchemas(source, composeSchemas(source)));
  return tryToWrite(root, findDifferences(root, files, editorFolder), files);
}

/** `null` while what schemas are made from cannot be read, which `check` and `gen` report. */
export function tryToReadSource(read: () => GeneratorInput): GeneratorInput | null {
  try {
    return read();
  } catch (error) {
    if (isUserError(error)) return null;
    throw error;
  }
}

/** On a disk that must not be written nobody edits documents either, so nothing is lost there; says whether it was written. */
export function tryToWrite(
  root: string,
  differences: readonly FileDifference[],
  files: ReadonlyMap<string, string>,
): boolean {
  try {
    writeDifferences(root, differences, files);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EROFS' && code !== 'EACCES' && code !== 'EPERM') throw error;
    return false;
  }
}

/** Whether a file follows the documents by itself: a build notes the phases that it makes live, too, for anyone who commits them. */
export const followsDocuments = (file: string, { isBuild }: { readonly isBuild: boolean }): boolean =>
  isEditorSchema(file) || (isBuild && file === PHASES_FILE);

/** Differences that are mistakes: what follows the documents is none, and a build needs no pages of docs. */
export function staleFiles(
  differences: readonly FileDifference[],
  when: { readonly isBuild: boolean },
): readonly FileDifference[] {
  return differences.filter(({ file }) => !followsDocuments(file, when) && !(when.isBuild && file.startsWith('docs/')));
}
