import { PHASES_FILE } from '#engine/documents/experiment-phases.ts';
import { composeSchemas } from './compose.ts';
import { editorFolder } from './editor-folder.ts';
import { generateEditorSchemas, kindsWithValues } from './editor.ts';
import { findUnreadableFolders } from './find-schema-mistakes.ts';
import { readSource, tryToReadSource, type GeneratorInput } from './source.ts';
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

/**
 * As `writeEditorSchemas`, for a source that was already read.
 *
 * @param haveNames whether only values in blocks may have changed since the files were written
 * @returns whether the files are up to date
 */
export function updateEditorSchemas(root: string, source: GeneratorInput, haveNames = false): boolean {
  // Editors keep the previous schemas until it is corrected.
  if (findUnreadableFolders(source).size > 0) return false;
  const files = new Map(generateEditorSchemas(source, composeSchemas(source), haveNames ? kindsWithValues : undefined));
  const differences = findDifferences(root, files, editorFolder);
  return tryToWrite(root, haveNames ? differences.filter(({ file }) => files.has(file)) : differences, files);
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
