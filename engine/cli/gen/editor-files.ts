import { isUserError } from '#engine/shared/errors.ts';
import { PHASES_FILE } from '#engine/documents/experiment-phases.ts';
import { composeSchemas } from './compose.ts';
import { editorFolder, generateEditorSchemas } from './editor.ts';
import { findUnreadableFolders } from './find-schema-mistakes.ts';
import { readSource, type GeneratorInput } from './source.ts';
import { type FileDifference, findDifferences, writeDifferences } from './write-files.ts';

/**
 * Schemas for completion in editors hold the names of all documents, texts and images. They are not in the repository, so that adding a page
 * causes no merge conflicts; `dev`, `check`, `build` and `start` update them.
 */
const isEditorSchema = (file: string): boolean => file.startsWith(editorFolder);

/** Brings `schemas/generated/editor/` up to date with the documents, texts and images. @returns exit code */
export function writeEditorSchemas(root: string): number {
  const source = tryToReadSource(() => readSource(root));
  if (source !== null) updateEditorSchemas(root, source);
  return 0;
}

/** As `writeEditorSchemas`, for a source that was already read. @returns whether the files are up to date */
export function updateEditorSchemas(root: string, source: GeneratorInput): boolean {
  // Editors keep the previous schemas until it is corrected.
  if (findUnreadableFolders(source).size > 0) return false;
  const files = new Map(generateEditorSchemas(source, composeSchemas(source)));
  return tryToWrite(root, findDifferences(root, files, editorFolder), files);
}

/** `null` while the source cannot be read, which `check` and `gen` report. */
export function tryToReadSource(read: () => GeneratorInput): GeneratorInput | null {
  try {
    return read();
  } catch (error) {
    if (isUserError(error)) return null;
    throw error;
  }
}

/** On a read-only file system documents cannot be edited either, so the files are not needed. @returns whether they were written */
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

/** Whether the file changes with documents. Builds also record the phases of experiments that go live, for the repository. */
export const followsDocuments = (file: string, { isBuild }: { readonly isBuild: boolean }): boolean =>
  isEditorSchema(file) || (isBuild && file === PHASES_FILE);

/** Differences that are mistakes: files that change with documents are excluded, and builds need no pages of docs. */
export function listStaleFiles(
  differences: readonly FileDifference[],
  when: { readonly isBuild: boolean },
): readonly FileDifference[] {
  return differences.filter(({ file }) => !followsDocuments(file, when) && !(when.isBuild && file.startsWith('docs/')));
}
