import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '#engine/shared/did-you-mean.ts';
import { type JsonObject, isObject, stringsIn } from '#engine/documents/json.ts';
import { layOut } from '#engine/documents/lay-out.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import { UsageError } from '../usage.ts';
import { requireFreeAddress } from './new-document.ts';
import type { ScaffoldInput } from './scaffold.ts';

/** Whole landings to begin with: one folder each, with documents, texts per language and pictures. */
const FOLDER = 'landing-templates';
const SITE = 'pages-config/site.json';

type TemplateInput = Pick<ScaffoldInput, 'name' | 'root'> & {
  readonly source: Pick<ScaffoldInput['source'], 'documents'>;
};

export interface LandingOfTemplate {
  /** New files by path from the project's root. */
  readonly created: ReadonlyMap<string, string | Buffer>;
  /** Files that were there before, with their new text. */
  readonly changed: ReadonlyMap<string, string>;
  /** What is left to do, one sentence each. */
  readonly next: readonly string[];
}

/**
 * A landing with its form, texts, pictures and claims. What leads to a link, policy or fragment that the site does not
 * have is left out, and so are the texts of what was left out.
 *
 * @param library the folder that `landing-templates/` stands in
 */
export function createFromTemplate(input: TemplateInput, template: string, library: string): LandingOfTemplate {
  requireFreeAddress(input);
  const { name, root } = input;
  const folder = findTemplate(template, library);
  const siteText = readFileSync(join(root, SITE), 'utf8');
  const site = readObject(join(root, SITE));
  const documents = ['landing', 'form'].flatMap((kind) => {
    const file = join(folder, `${kind}.json`);
    if (!existsSync(file)) return [];
    const adapted = withoutEmptyFooter(adaptedTo(renamed(readObject(file), name), site, input.source.documents));
    return [[`pages-config/${kind}s/${name}.json`, adapted] as const];
  });
  const used = new Set(documents.flatMap(([, document]) => stringsIn(document)));
  const languages = localesOf(site).map((locale) => {
    const own = join(folder, 'texts', `${locale}.json`);
    const isTranslated = existsSync(own);
    const texts = readObject(isTranslated ? own : join(folder, 'texts', 'en.json'));
    const shown = Object.entries(texts).filter(([key]) => used.has(`${name}.${key}`));
    return { locale, isTranslated, texts: Object.fromEntries(shown) };
  });
  const pictures = readdirSync(join(folder, 'images')).filter((file) => used.has(`images/${name}/${file}`));
  const claims = readClaims(folder);
  const missing = Object.entries(claims).filter(([claim]) => !(isObject(site['claims']) && claim in site['claims']));
  const hasForm = documents.length > 1;
  return {
    created: new Map<string, string | Buffer>([
      ...documents.map(([file, document]) => [file, written(document)] as const),
      ...languages.map(({ locale, texts }) => [`locales/${locale}/${name}.json`, written(texts)] as const),
      ...pictures.map((file) => [`images/${name}/${file}`, readFileSync(join(folder, 'images', file))] as const),
    ]),
    changed: new Map(missing.length === 0 ? [] : [[SITE, withClaims(siteText, site, missing)]]),
    next: [
      `Texts are in locales/*/${name}.json, pictures in images/${name}/: replace them with your own.`,
      ...(missing.length === 0 ? [] : [`Figures are examples: set ${namesOf(missing)} in ${SITE} to yours.`]),
      ...(hasForm
        ? [
            `Entries of the form are listed under /admin/form-entries; "actions" of pages-config/forms/${name}.json can mail them to your team.`,
          ]
        : []),
      ...languages
        .filter(({ isTranslated }) => !isTranslated)
        .map(
          ({ locale }) =>
            `The template has no texts in "${locale}": locales/${locale}/${name}.json is in English, translate it.`,
        ),
    ],
  };
}

/** @throws UsageError with the names of all templates */
function findTemplate(template: string, library: string): string {
  const names = readdirSync(join(library, FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  if (names.includes(template)) return join(library, FOLDER, template);
  const meant = didYouMean(template, names);
  throw new UsageError(
    `There is no template "${template}". ${meant === undefined ? `Templates are: ${names.join(', ')}.` : `Did you mean "${meant}"?`}`,
  );
}

const written = (value: unknown): string => `${layOut(value, '', 0)}\n`;

function readObject(file: string): JsonObject {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(value)) throw new UsageError(`${file} must hold an object. Run "npm run check".`);
  return value;
}

/** Texts, the form and pictures of a template have its own name in place of the landing's. */
function renamed(document: JsonObject, name: string): JsonObject {
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replace(/^(?<before>|forms\/|images\/)template(?<after>$|[./])/, `$<before>${name}$<after>`);
    if (Array.isArray(value)) return value.map(rename);
    return isObject(value) ? mapped(value, rename) : value;
  };
  return { ...mapped(document, rename), ...('blocks' in document && { slug: name }) };
}

const mapped = (value: JsonObject, map: (part: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part)]));

/** Without the items of lists that the site has nothing for. */
function adaptedTo(document: JsonObject, site: JsonObject, documents: readonly string[]): JsonObject {
  const has = (part: string, name: unknown): boolean => {
    const names = site[part];
    return isObject(names) && typeof name === 'string' && Object.hasOwn(names, name);
  };
  const isPossible = (item: unknown): boolean => {
    if (!isObject(item)) return true;
    const { to, policy, fragment } = item;
    if (typeof to === 'string' && to.startsWith('link:')) return has('links', to.slice('link:'.length));
    if (policy !== undefined) return has('policies', policy);
    return typeof fragment !== 'string' || documents.includes(fragment);
  };
  const adapt = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter(isPossible).map(adapt);
    return isObject(value) ? mapped(value, adapt) : value;
  };
  return mapped(document, adapt);
}

/** A footer needs a legal link. */
function withoutEmptyFooter(document: JsonObject): JsonObject {
  const { blocks } = document;
  if (!Array.isArray(blocks)) return document;
  const isEmpty = (block: unknown): boolean => {
    const legal = isObject(block) && block['type'] === 'footer' ? block['legal'] : undefined;
    return isObject(legal) && Array.isArray(legal['links']) && legal['links'].length === 0;
  };
  return { ...document, blocks: blocks.filter((block) => !isEmpty(block)) };
}

function localesOf({ locales }: JsonObject): readonly string[] {
  return isObject(locales) ? stringsIn(locales['available']) : [];
}

function readClaims(folder: string): JsonObject {
  const file = join(folder, 'claims.json');
  return existsSync(file) ? readObject(file) : {};
}

const namesOf = (claims: readonly (readonly [string, unknown])[]): string =>
  claims.map(([name]) => `"${name}"`).join(', ');

function withClaims(text: string, site: JsonObject, missing: readonly (readonly [string, unknown])[]): string {
  const claims = { ...(isObject(site['claims']) ? site['claims'] : {}), ...Object.fromEntries(missing) };
  return rewriteJson(text, site, { ...site, claims });
}
