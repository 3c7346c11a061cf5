import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_WEIGHTS } from '#engine/shared/page-weights-file.ts';
import { isObject } from '#engine/documents/json.ts';
import { parseSource } from '#engine/documents/source.ts';
import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import { buildDocument } from '#engine/documents/build-document.ts';
import type { DocumentId, PageWeight } from '#engine/documents/types.ts';

/** Page weights of the last build, for unchanged documents without errors; empty without a build. */
export async function readWeights(
  root: string,
  documents: ReadonlyMap<DocumentId, ExpandedDocument>,
): Promise<readonly PageWeight[]> {
  const text = await readFile(join(root, PAGE_WEIGHTS), 'utf8').catch(() => null);
  if (text === null) return [];
  const written: unknown = parseSource(PAGE_WEIGHTS, text).value;
  if (!isObject(written)) return [];
  const { hashes, weights } = written;
  if (!isObject(hashes) || !Array.isArray(weights)) return [];
  return (weights as readonly unknown[]).filter(isPageWeight).filter(({ document: id }) => {
    const document = documents.get(id);
    return document !== undefined && buildDocument(document).hash === hashes[id];
  });
}

/** The build may be of another release. */
function isPageWeight(written: unknown): written is PageWeight {
  if (!isObject(written)) return false;
  const { document, locale, html, scripts, images, heaviest } = written;
  return (
    [document, locale].every((name) => typeof name === 'string') &&
    [html, scripts, images === null ? 0 : images].every((bytes) => typeof bytes === 'number') &&
    Array.isArray(heaviest)
  );
}
