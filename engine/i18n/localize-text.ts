import { splitClaimName } from '#engine/shared/claim-name.ts';
import type { CodeText } from '#engine/shared/engine-texts.ts';
import { UserError } from '#engine/shared/errors.ts';
import { type MarkupNode, parseMarkup } from '#engine/shared/markup.ts';
import type { Text } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type FoundText, findText, type TextSource } from './catalogue.ts';
import { chooseFigure, formatClaim, formatNumber } from './format-claim.ts';
import { formatClaimPart } from './format-claim-part.ts';
import type { BoundTarget, LocalizedText, TextPart } from './types.ts';

export interface LocalizeOptions {
  /** Selects the plural form and fills `{count}`. */
  readonly count?: number;
  /** Country of the visitor, ISO 3166-1 alpha-2, for claims with figures by country. */
  readonly country?: string | undefined;
  /** Known values; every other variable becomes a hole. Numbers are formatted for the language. */
  readonly variables?: Readonly<Record<string, string | number>>;
  /** Targets of `<link:NAME>`; required for a text with links. */
  readonly linkTarget?: (name: string) => BoundTarget;
}

interface Context {
  readonly site: TextSource;
  /** Language of the text, for formatting. */
  readonly lang: Locale;
  readonly place: string;
  readonly options: LocalizeOptions;
}

const parsed = new WeakMap<TextSource['texts'], Map<string, readonly MarkupNode[]>>();

/**
 * A text in one language: looked up (or inline), with formatted claims, variables filled or turned into holes,
 * and bound links. Falls back to the default language, which is then in `lang`.
 *
 * Throws an `Error` that names the text if it exists in no language, its markup is invalid, a claim is unknown or a link
 * cannot be bound; `npm run check` finds all of these before.
 */
export function localizeText(
  site: TextSource,
  text: Text | CodeText,
  locale: Locale,
  options: LocalizeOptions = {},
): LocalizedText {
  const place = typeof text === 'string' ? `The text "${text}"` : `The text "${text[site.config.locales.default]}"`;
  const found =
    typeof text === 'string' ? findText(site, text, locale, options.count) : pickLanguage(site, text, locale);
  if (found === null) {
    throw new UserError(
      `${place} exists neither in "${locale}" nor in the default language "${site.config.locales.default}".`,
    );
  }
  const context: Context = { site, lang: found.lang, place: `${place} in "${found.lang}"`, options };
  return { lang: found.lang, parts: toParts(parseNodes(found.source, context), context) };
}

/** An inline text lacks a language only after a change of the site's languages or during editing. */
function pickLanguage(site: TextSource, text: Exclude<Text, string> | CodeText, locale: Locale): FoundText | null {
  for (const lang of [locale, site.config.locales.default]) {
    const source = text[lang];
    if (source !== undefined) return { lang, source };
  }
  return null;
}

function parseNodes(source: string, { site, place }: Context): readonly MarkupNode[] {
  let cache = parsed.get(site.texts);
  if (cache === undefined) {
    cache = new Map();
    parsed.set(site.texts, cache);
  }
  const known = cache.get(source);
  if (known !== undefined) return known;
  const result = parseMarkup(source);
  if (!result.ok)
    throw new UserError(`${place} has broken markup at character ${result.offset + 1}: ${result.message}`);
  cache.set(source, result.nodes);
  return result.nodes;
}

function toParts(nodes: readonly MarkupNode[], context: Context): TextPart[] {
  const parts: TextPart[] = [];
  for (const node of nodes) {
    const part = toPart(node, context);
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

function toPart(node: MarkupNode, context: Context): TextPart {
  if (typeof node === 'string') return node;
  if ('variable' in node) return fill(node.variable, context);
  switch (node.tag) {
    case 'br':
    case 'bar':
      return { tag: node.tag };
    case 'em':
    case 'strong':
    case 's':
      return { tag: node.tag, parts: toParts(node.children, context) };
    case 'link': {
      const { linkTarget } = context.options;
      if (linkTarget === undefined)
        throw new UserError(`${context.place} holds the link "${node.name}", but no links are possible here.`);
      return { tag: 'link', to: linkTarget(node.name), parts: toParts(node.children, context) };
    }
  }
}

function fill(name: string, { site, lang, place, options }: Context): TextPart {
  if (name.startsWith('claims.')) {
    const { name: named, part } = splitClaimName(name.slice('claims.'.length));
    const claim = site.config.claims[named];
    const findOwn = (key: string) => site.texts.get(lang)?.get(key);
    const figure = claim && chooseFigure(claim, options.country);
    const shown =
      figure && (part === undefined ? formatClaim(figure, lang) : formatClaimPart(figure, part, lang, findOwn));
    if (shown === undefined)
      throw new UserError(`${place} uses the claim "${name}", which the site document does not name.`);
    return shown;
  }
  const value =
    options.variables?.[name] ?? (name === 'count' ? options.count : name === 'site' ? site.config.name : undefined);
  if (value === undefined) return { hole: name };
  return typeof value === 'number' ? formatNumber(value, Number.isInteger(value) ? 'integer' : 'decimal', lang) : value;
}
