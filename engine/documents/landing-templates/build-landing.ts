import { isObject, type JsonObject, listStrings, selectObjects } from '../json.ts';
import { layOut } from '../lay-out.ts';
import { moveDates } from './move-dates.ts';
import { rewriteJson } from '../rewrite-json.ts';
import { buildTemplateBrand } from './template-brand.ts';
import type { LandingTemplate } from './read-template.ts';

export const SITE_FILE = 'pages-config/site.json';

export interface LandingInput {
  /** Name of the landing, its form, brand, texts and images. */
  readonly name: string;
  /** Content of `site.json`. */
  readonly site: string;
  /** Content of `brand.json`; without it the landing has the brand of the site. */
  readonly brand?: string | undefined;
  /** Ids of the site's documents. */
  readonly documents: readonly string[];
  /** ISO 8601 date, for `moveDates`. */
  readonly today: string;
  /** Path in the site of an image of the template. */
  readonly imagePath: (file: string) => string;
}

export interface BuiltLanding {
  /** Content of new files by path from the project's root. */
  readonly created: ReadonlyMap<string, string>;
  /** Existing files with new content. */
  readonly changed: ReadonlyMap<string, string>;
  /** Names of the images in use. */
  readonly images: readonly string[];
  /** Claims added to the site, with example values. */
  readonly claims: readonly string[];
  /** Languages of the site without a translation in the template; they get English texts. */
  readonly untranslated: readonly string[];
}

/**
 * A landing from a template, with its form, brand, texts and claims. References to links, policies or fragments that the site does not have are
 * removed, together with their texts.
 */
export function buildLanding(template: LandingTemplate, input: LandingInput): BuiltLanding {
  const { name, documents: known } = input;
  const parsed: unknown = JSON.parse(input.site);
  const site = isObject(parsed) ? parsed : {};
  const siteBrand: unknown = input.brand === undefined ? undefined : JSON.parse(input.brand);
  const brand = isObject(siteBrand) ? template.brand && buildTemplateBrand(template.brand, siteBrand) : null;
  const shown: string[] = [];
  const written = [...template.documents].map(([kind, document]) => {
    const adapted = withoutEmptyFooter(withoutLostFields(adaptedTo(renamed(document, name), site, known)));
    shown.push(...listStrings(adapted));
    const { brand: _brand, ...plain } = adapted;
    return [`pages-config/${kind}s/${name}.json`, withImages(brand ? adapted : plain, input.imagePath)] as const;
  });
  const documents = brand ? [...written, [`pages-config/brands/${name}.json`, brand] as const] : written;
  const used = new Set(shown);
  const languages = readLocales(site).map((locale) => {
    const texts = template.texts.get(locale) ?? template.texts.get('en') ?? {};
    const own = Object.entries(texts)
      .filter(([key]) => used.has(`${name}.${key}`))
      .map(([key, text]) => [key, typeof text === 'string' ? withoutLostLinks(text, site) : text] as const);
    return [`locales/${locale}/${name}.json`, Object.fromEntries(own)] as const;
  });
  const { claims } = site;
  const missing = Object.entries(moveDates(template.claims, input.today)).filter(
    ([claim]) => !(isObject(claims) && claim in claims),
  );
  return {
    created: new Map([...documents, ...languages].map(([file, value]) => [file, `${layOut(value, '', 0)}\n`])),
    changed: new Map(missing.length === 0 ? [] : [[SITE_FILE, withClaims(input.site, site, missing)]]),
    images: template.images.filter((file) => used.has(IMAGES + file)),
    claims: missing.map(([claim]) => claim),
    untranslated: readLocales(site).filter((locale) => !template.texts.has(locale)),
  };
}

/** Path of the template's images in its documents. */
const IMAGES = 'images/template/';

/** Replaces the name of the template by that of the landing in texts, the form and the brand. */
function renamed(document: JsonObject, name: string): JsonObject {
  const rename = (value: string): string =>
    value.replace(/^(?<before>|(?:form|brand)s\/)template(?<after>$|[./])/, `$<before>${name}$<after>`);
  return { ...mapStrings(document, rename), ...('blocks' in document && { slug: name }) };
}

const withImages = (document: JsonObject, imagePath: LandingInput['imagePath']): JsonObject =>
  mapStrings(document, (value) => (value.startsWith(IMAGES) ? imagePath(value.slice(IMAGES.length)) : value));

function mapStrings(document: JsonObject, map: (text: string) => string): JsonObject {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return map(value);
    if (Array.isArray(value)) return value.map(walk);
    return isObject(value) ? mapped(value, walk) : value;
  };
  return mapped(document, walk);
}

const mapped = (value: JsonObject, map: (part: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part)]));

/** Removes list items that refer to missing parts of the site. */
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

/** A link in a text that the site does not have becomes its words. */
const withoutLostLinks = (text: string, { links }: JsonObject): string =>
  text.replaceAll(/<link:(?<link>[^>]+)>(?<words>.*?)<\/link:\k<link>>/g, (whole, link: string, words: string) =>
    isObject(links) && Object.hasOwn(links, link) ? whole : words,
  );

/** Steps of a form name only fields that are left. */
function withoutLostFields(document: JsonObject): JsonObject {
  const { fields, steps } = document;
  if (!Array.isArray(steps)) return document;
  const left = new Set(selectObjects(fields).map(({ name }) => name));
  const adapted = selectObjects(steps).map((step) => ({
    ...step,
    fields: listStrings(step['fields']).filter((name) => left.has(name)),
  }));
  return { ...document, steps: adapted };
}

/** A footer requires a legal link. */
function withoutEmptyFooter(document: JsonObject): JsonObject {
  const { blocks } = document;
  if (!Array.isArray(blocks)) return document;
  const isEmpty = (block: unknown): boolean => {
    const legal = isObject(block) && block['type'] === 'footer' ? block['legal'] : undefined;
    return isObject(legal) && Array.isArray(legal['links']) && legal['links'].length === 0;
  };
  return { ...document, blocks: blocks.filter((block) => !isEmpty(block)) };
}

function readLocales({ locales }: JsonObject): readonly string[] {
  return isObject(locales) ? listStrings(locales['available']) : [];
}

function withClaims(text: string, site: JsonObject, missing: readonly (readonly [string, unknown])[]): string {
  const claims = { ...(isObject(site['claims']) ? site['claims'] : {}), ...Object.fromEntries(missing) };
  return rewriteJson(text, site, { ...site, claims });
}
