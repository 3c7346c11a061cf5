import { didYouMean } from '#engine/shared/did-you-mean.ts';
import { type JsonObject, isObject } from '../../json.ts';
import { eachText, getFileTexts } from '../../each-text.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SiteFacts } from '../../project.ts';
import { oncePerObject } from '#engine/shared/once-per.ts';
import { type TextEntry, type TextStore, type TextVersions, readVersions } from '../../texts.ts';
import type { Rule } from '../rule.ts';

/** Smaller numbers are too ambiguous. */
const MIN_VALUE = 1000;

export const claims: Rule = {
  id: 'claims',
  severity: 'error',
  description:
    'Marketing figures are valid today, and texts refer to them as claims: none has expired, starts in the future, ends before it begins or contradicts another one (S15, N17).',
  text: function* ({ value, location }, { site }) {
    const figures = getFigures(site);
    yield* inVersions(readVersions(value, location), figures, site);
  },
  project: function* (project, id) {
    yield* inTexts(project, id);
    const { references, today } = project;
    const { file, claimsWritten: all } = references.site;
    if (file === undefined || all === undefined) return;
    yield* conflicts(all, file);
    yield* misspelledClaims(Object.keys(all), references.texts, file);
    for (const [name, claim] of Object.entries(all)) {
      if (!isObject(claim)) continue;
      const [asOf, validUntil] = [readDay(claim['asOf']), readDay(claim['validUntil'])];
      const location = (key: string) => ({ file, path: ['claims', name, key] });
      for (const part of ['value', 'to'] as const) {
        const value = claim[part];
        if (typeof value !== 'number') continue;
        if (claim['format'] === 'percent' && value > 1)
          yield {
            location: location(part),
            message: `The claim "${name}" would be shown as ${PERCENT.format(value)}: a claim of the kind "percent" is a share of 1.`,
            expected: `${value / 100} for ${value}%`,
            found: value,
          };
        if (claim['format'] === 'integer' && !Number.isInteger(value))
          yield {
            location: location(part),
            message: `The claim "${name}" is ${value}, and a claim of the kind "integer" is a whole number: its fraction would not be shown.`,
            expected: `${Math.round(value)}, or the format "decimal"`,
            found: value,
          };
      }
      for (const [format, part] of PARTS)
        if ((claim['format'] === format) !== (claim[part] !== undefined))
          yield {
            location: location(claim[part] === undefined ? 'format' : part),
            message: `The claim "${name}" is ${MEANINGS[part]} only with both: the format "${format}" and a ${part}.`,
            expected: `the format "${format}" with a "${part}", or neither`,
            found: claim[part] ?? claim['format'],
            // A misspelt format may be this one.
            follows: [location('format')],
          };
      const { value: from, to } = claim;
      if (typeof from === 'number' && typeof to === 'number' && to <= from)
        yield {
          location: location('to'),
          message: `The claim "${name}" is a range from ${from} to ${to}, and would be shown as one figure or the wrong way round.`,
          expected: `more than ${from}, or no "to"`,
          found: to,
        };
      if (
        typeof claim['currency'] === 'string' &&
        /^[A-Z]{3}$/.test(claim['currency']) &&
        !CURRENCIES.has(claim['currency'])
      ) {
        const { currency } = claim;
        yield {
          location: location('currency'),
          message: `There is no currency "${currency}" in ISO 4217, so that the claim "${name}" would be shown with these letters.`,
          expected: 'a code in use, such as EUR, CHF, PLN or SEK',
          found: currency,
          suggestion: didYouMean(currency, CURRENCIES),
        };
      }
      if (validUntil !== undefined && asOf !== undefined && validUntil < asOf) {
        yield {
          location: location('validUntil'),
          message: `The claim "${name}" ends on ${validUntil}, before the day it is true as of, ${asOf}.`,
          expected: `a day from ${asOf} on`,
          found: validUntil,
        };
      } else if (today !== undefined && validUntil !== undefined && validUntil < today) {
        yield {
          location: location('validUntil'),
          message: `The claim "${name}" was valid until ${validUntil}. Check the figure with ${String(claim['source'])} and write the new day.`,
          expected: `a day from ${today} on`,
          found: validUntil,
        };
      }
      if (today !== undefined && asOf !== undefined && asOf > today) {
        yield {
          location: location('asOf'),
          message: `The claim "${name}" is said to be true as of ${asOf}, a day that has not come yet.`,
          expected: `a day up to ${today}`,
          found: asOf,
        };
      }
    }
  },
};

/** An unused claim with a similar name in several texts: the claim is misspelled, not all of the texts. */
function* misspelledClaims(names: readonly string[], { keys }: TextStore, file: string): Generator<FindingDraft> {
  const named = [...keys.values()].flatMap(listClaims);
  const missing = named.filter((name, index) => !names.includes(name) && named.indexOf(name) < index);
  for (const found of missing.length === 0 ? [] : names.filter((name) => !named.includes(name))) {
    const suggestion = didYouMean(found, missing);
    if (suggestion === undefined) continue;
    yield {
      location: { file, path: ['claims', found], at: 'key' },
      message: `No text names the claim "${found}", and texts name "${suggestion}", which does not exist.`,
      expected: `"${suggestion}", or texts that name "${found}"`,
      found,
      suggestion,
    };
  }
}

const listClaims = oncePerObject((versions: TextVersions) => [...new Set([...versions.values()].flatMap(claimsIn))]);

const claimsIn = ({ text }: TextEntry): readonly string[] =>
  [...text.matchAll(/\{claims\.([^{}]+)\}/g)].map(([, name = '']) => name);

/** Formats that need one more part. */
const PARTS = [
  ['money', 'currency'],
  ['unit', 'unit'],
] as const;
const MEANINGS = { currency: 'an amount of money', unit: 'a figure with a unit' } as const;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

/** Two different values with the same source and kind: one is outdated or mistyped. */
function* conflicts(all: JsonObject, file: string): Generator<FindingDraft> {
  const first = new Map<string, { readonly name: string; readonly value: unknown }>();
  for (const [name, claim] of Object.entries(all)) {
    if (!isObject(claim)) continue;
    const { source, format, currency, unit, to, value } = claim;
    const key = JSON.stringify([source, format, currency, unit, to === undefined]);
    const other = first.get(key);
    if (other === undefined) first.set(key, { name, value });
    else if (other.value !== value)
      yield {
        location: { file, path: ['claims', name, 'value'] },
        message: `The claims "${other.name}" and "${name}" have one source, ${JSON.stringify(source)}, and two figures: ${String(other.value)} and ${String(value)}. Find out which is right, or describe what each of them counts.`,
        expected: `${String(other.value)}, or a source that says what is counted`,
        found: value,
      };
  }
}

const AMOUNT = String.raw`\d[\d.,'’\s]{0,14}`;
const SIGN = String.raw`[€$£¥₣]|zł`;
const CURRENCY = String.raw`EUR|USD|GBP|CHF|PLN|SEK|DKK|NOK|CZK|HUF|kr|Fr\.|euros?|Euro|dollars?`;
const AMOUNT_SIGN = String.raw`${SIGN}|(?:${CURRENCY})(?!\p{L})`;

interface Figure {
  readonly name: string;
  /** The number in digits, with any grouping. */
  readonly pattern: RegExp;
  /** Percentages and small amounts may be unrelated. */
  readonly isSmall: boolean;
}

const known = new WeakMap<SiteFacts, readonly Figure[]>();

function getFigures(site: SiteFacts): readonly Figure[] {
  let figures = known.get(site);
  if (figures === undefined) {
    figures = Object.entries(site.claimsWritten ?? {}).flatMap(([name, claim]): Figure[] => {
      if (!isObject(claim)) return [];
      const { format } = claim;
      return [claim['value'], claim['to']].flatMap((value): Figure[] => {
        if (typeof value !== 'number') return [];
        // The sign makes even small numbers unambiguous.
        if (format === 'percent')
          return [{ name, isSmall: true, pattern: withSign(digits(Math.round(value * 1000) / 10), '%') }];
        if (format === 'money' && value < MIN_VALUE)
          return [{ name, isSmall: true, pattern: withSign(digits(value), AMOUNT_SIGN) }];
        return Number.isInteger(value) && value >= MIN_VALUE
          ? [{ name, isSmall: false, pattern: new RegExp(digits(value), 'u') }]
          : [];
      });
    });
    known.set(site, figures);
  }
  return figures;
}

/** `3000` as `3,000`, `3.000`, `3 000` with any space, `3’000` or `3000`. */
function digits(value: number): string {
  const groups = new Intl.NumberFormat('en')
    .format(value)
    .replaceAll('.', '[.,]')
    .split(/,(?=\d{3}(?!\d))/);
  return String.raw`(?<![\d.,])${groups.join(String.raw`[.,\s'’]?`)}(?![.,]?\d)`;
}

/** The number with its sign before or after it. */
function withSign(number: string, sign: string): RegExp {
  return new RegExp(String.raw`(?:${sign})\s?${number}|${number}(?:[.,](?:00|[-–—]))?\s?(?:${sign})`, 'u');
}

/** Staff texts contain numbers of settings and tests. */
const ofStaff = /(?:^|\/)staff\./;

const inTexts = eachText(
  getFileTexts,
  ({ references: { site } }) =>
    () =>
      [site] as const,
  function* (key, versions, [site]) {
    const figures = getFigures(site).filter(({ isSmall }) => !isSmall || !ofStaff.test(key));
    yield* inVersions(versions, figures, site);
  },
);

function* inVersions(versions: TextVersions, figures: readonly Figure[], site: SiteFacts): Generator<FindingDraft> {
  const claimed = listClaims(versions);
  for (const entry of versions.values()) {
    const typed = [...typedFigures(entry, figures, claimed)];
    yield* typed;
    if (typed.length === 0) yield* typedPrices(entry);
    yield* typedUnits(entry, site);
  }
}

/** @param claimed Claims that the text names in any language */
function* typedFigures(
  { text, location }: TextEntry,
  figures: readonly Figure[],
  claimed: readonly string[],
): Generator<FindingDraft> {
  if (!/\d/.test(text)) return;
  for (const { name, pattern, isSmall } of figures) {
    const typed = pattern.exec(text);
    if (typed === null) continue;
    yield {
      location: { ...location, inside: typed.index },
      ...(isSmall && !claimed.includes(name) && { severity: 'warning' }),
      message: `The text writes "${typed[0]}" in digits, which is the claim "${name}": it would stay when the claim changes or expires.`,
      expected: `{claims.${name}}`,
      found: typed[0],
      mark: name,
      suggestion: `{claims.${name}}`,
    };
  }
}

/** After a percent sign, a digit is part of a variable of another format, such as `%1$s`. */
const PRICE = new RegExp(
  String.raw`(?:${SIGN}|\b(?:EUR|USD|GBP|CHF|PLN|SEK|DKK|NOK|CZK|HUF)\b)\s?${AMOUNT}|(?<!%)${AMOUNT}(?:${SIGN}|(?:${CURRENCY})(?!\p{L}))|\d[.,][-–—](?!\d)`,
  'u',
);

/** A price in a text has no expiry date, no source, and only one country's currency. */
function* typedPrices({ text, location }: TextEntry): Generator<FindingDraft> {
  if (!/\d/.test(text)) return;
  const typed = PRICE.exec(text);
  if (typed === null) return;
  const [price] = typed;
  yield {
    location: { ...location, inside: typed.index },
    severity: 'warning',
    message: `The text writes the price "${price.trim()}", which has no source, no end date, and the same currency in every country. Use a claim, or a value of the visitor.`,
    expected: 'a claim such as {claims.name}, or a variable such as {amount}',
    found: price.trim(),
    mark: 'price',
  };
}

const CLAIM_WITH_UNIT = new RegExp(
  String.raw`(?<before>[%$€£¥₣])?\s?\{claims\.(?<name>[A-Za-z0-9]+)\}\s?(?<after>[%€$£¥₣]|(?:${CURRENCY}|zł)(?!\p{L}))?`,
  'gu',
);

/** Percentages and amounts of money include their sign, formatted per language. */
function* typedUnits({ text, location }: TextEntry, { claimsWritten }: SiteFacts): Generator<FindingDraft> {
  if (!text.includes('{claims.')) return;
  for (const { index, groups = {} } of text.matchAll(CLAIM_WITH_UNIT)) {
    const { name = '' } = groups;
    const unit = groups['after'] ?? groups['before'];
    const claim = claimsWritten?.[name];
    if (unit === undefined || !isObject(claim)) continue;
    const brings =
      claim['format'] === 'percent' ? 'the percent sign' : claim['format'] === 'money' ? 'its currency' : null;
    if (brings === null && unit !== '$') continue;
    yield {
      location: { ...location, inside: index },
      message:
        brings === null
          ? `The "${unit}" before {claims.${name}} is shown as it is: a claim stands in braces alone.`
          : `The claim "${name}" brings ${brings} along, so "${unit}" would stand there twice.`,
      expected: `{claims.${name}}`,
      found: unit,
      mark: `unit ${name}`,
      suggestion: `{claims.${name}}`,
    };
  }
}

/** The rule `schema` reports invalid formats. */
function readDay(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}
