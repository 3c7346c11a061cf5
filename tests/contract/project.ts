import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';
import { composeSchemas } from '#engine/cli/gen/compose.ts';
import { type BlockSource, readSource } from '#engine/cli/gen/source.ts';
import type { Site } from '#engine/documents/types.ts';
import type { FormDocument, SiteDocument } from '#schemas/generated/documents.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { projectBrand } from '#tests/helpers/brand.ts';
import { makeSite } from '#tests/helpers/make-site.ts';

/** What each contract test of blocks reads: the project's own blocks, layouts and schemas. */
export const source = readSource('.');
export const schemas = composeSchemas(source);

export interface ExampleCase {
  readonly type: string;
  readonly name: string;
  readonly block: Readonly<Record<string, unknown>>;
  readonly source: BlockSource;
}

/** Every example of every block. */
export const examples: readonly ExampleCase[] = source.blocks.flatMap((block) =>
  block.examples.map((example) => ({ type: block.name, name: example.name, block: example.block, source: block })),
);

/** The project's texts, names and links around documents that exist in name only: enough for one block to stand in. */
export function projectSite(): Site {
  const documents = source.documents.filter((id) => !id.startsWith('fragments/'));
  return makeSite({
    documents: documents.map((id) => {
      const { route, slug } = readJson<{ route?: string; slug?: string }>(`pages-config/${id}.json`);
      return { id, route, slug };
    }),
    config: readJson<SiteDocument>('pages-config/site.json'),
    brand: projectBrand(),
    journeys,
    texts: new Map(locales.map((locale) => [locale, listTexts(locale)])),
    forms: new Map(
      documents
        .filter((id) => id.startsWith('forms/'))
        .map((id) => [id, readJson<FormDocument>(`pages-config/${id}.json`)]),
    ),
  });
}

function listTexts(locale: Locale): ReadonlyMap<string, string> {
  const files = listPaths('.', `locales/${locale}/*.json`);
  return new Map(
    files.flatMap((file) =>
      Object.entries(readJson<Record<string, string>>(file)).map(([key, text]) => [
        `${basename(file, '.json')}.${key}`,
        text,
      ]),
    ),
  );
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
