import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InternalError } from '#engine/shared/errors.ts';
import { isObject, type JsonObject } from '../json.ts';

/** Templates of whole landings: one folder each, with documents, texts per language and images. */
export const TEMPLATES = 'landing-templates';

export interface LandingTemplate {
  readonly name: string;
  readonly folder: string;
  /** Documents by kind; texts, the form and images are named `template` in them. */
  readonly documents: ReadonlyMap<'landing' | 'form', JsonObject>;
  /** Colours in place of the site's, see `buildTemplateBrand`; `null` for those of the site. */
  readonly brand: JsonObject | null;
  /** As in `site.json`. */
  readonly claims: JsonObject;
  /** By language, without the prefix `template.`. */
  readonly texts: ReadonlyMap<string, JsonObject>;
  /** File names in the folder's `images/`. */
  readonly images: readonly string[];
}

/** Names of all templates. @param root folder that contains `landing-templates/` */
export function listTemplates(root: string): readonly string[] {
  const folder = join(root, TEMPLATES);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

/** @param name one of `listTemplates` */
export function readTemplate(root: string, name: string): LandingTemplate {
  const folder = join(root, TEMPLATES, name);
  const documents = (['landing', 'form'] as const).flatMap((kind) => {
    const file = join(folder, `${kind}.json`);
    return existsSync(file) ? [[kind, readObject(file)] as const] : [];
  });
  const brand = join(folder, 'brand.json');
  const claims = join(folder, 'claims.json');
  return {
    name,
    folder,
    documents: new Map(documents),
    brand: existsSync(brand) ? readObject(brand) : null,
    claims: existsSync(claims) ? readObject(claims) : {},
    texts: new Map(
      readdirSync(join(folder, 'texts')).map((file) => [
        file.replace(/\.json$/, ''),
        readObject(join(folder, 'texts', file)),
      ]),
    ),
    images: readdirSync(join(folder, 'images')),
  };
}

function readObject(file: string): JsonObject {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(value)) throw new InternalError(`${file} holds no object.`);
  return value;
}
