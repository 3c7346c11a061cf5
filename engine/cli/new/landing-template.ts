import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readToday } from '../check/read-today.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { BRAND_FILE } from '#engine/documents/landing-templates/template-brand.ts';
import { buildLanding, SITE_FILE } from '#engine/documents/landing-templates/build-landing.ts';
import {
  type LandingTemplate,
  listTemplates,
  readTemplate,
} from '#engine/documents/landing-templates/read-template.ts';
import { UsageError } from '../usage.ts';
import { requireFreeAddress } from './new-document.ts';
import type { ScaffoldInput } from './scaffold.ts';

type TemplateInput = Pick<ScaffoldInput, 'name' | 'root'> & {
  readonly source: Pick<ScaffoldInput['source'], 'documents'>;
};

export interface LandingOfTemplate {
  /** New files by path from the project's root. */
  readonly created: ReadonlyMap<string, string | Buffer>;
  /** Existing files with new content. */
  readonly changed: ReadonlyMap<string, string>;
  /** Remaining steps, one sentence each. */
  readonly next: readonly string[];
}

/**
 * Creates a landing from a template, with its form, brand, texts, images and claims.
 *
 * @param library folder that contains `landing-templates/`
 */
export function createFromTemplate(input: TemplateInput, template: string, library: string): LandingOfTemplate {
  requireFreeAddress(input);
  const { name, root, source } = input;
  const read = findTemplate(template, library);
  const readShared = (file: string): string => readFileSync(join(root, file), 'utf8');
  const imagePath = (file: string): string => `images/${name}/${file}`;
  const built = buildLanding(read, {
    name,
    site: readShared(SITE_FILE),
    brand: readShared(BRAND_FILE),
    documents: source.documents,
    today: readToday(),
    imagePath,
  });
  return {
    created: new Map<string, string | Buffer>([
      ...built.created,
      ...built.images.map((file) => [imagePath(file), readFileSync(join(read.folder, 'images', file))] as const),
    ]),
    changed: built.changed,
    next: [
      `Texts are in locales/*/${name}.json, images in images/${name}/: replace them with your own.`,
      ...(built.claims.length === 0
        ? []
        : [
            `Figures are examples: set ${built.claims.map((claim) => `"${claim}"`).join(', ')} in ${SITE_FILE} to yours.`,
          ]),
      ...(read.documents.has('form')
        ? [
            `Entries of the form are listed under /admin/form-entries; "actions" of pages-config/forms/${name}.json can mail them to your team.`,
          ]
        : []),
      ...built.untranslated.map(
        (locale) =>
          `The template has no texts in "${locale}": locales/${locale}/${name}.json is in English, translate it.`,
      ),
    ],
  };
}

/** @throws UsageError with the names of all templates */
function findTemplate(template: string, library: string): LandingTemplate {
  const names = listTemplates(library);
  if (names.includes(template)) return readTemplate(library, template);
  const meant = suggestName(template, names);
  throw new UsageError(
    `There is no template "${template}". ${meant === undefined ? `Templates are: ${names.join(', ')}.` : `Did you mean "${meant}"?`}`,
  );
}
