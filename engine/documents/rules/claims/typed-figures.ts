import { getDayPattern } from './day-pattern.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { none } from '../../check-cache.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { isObject } from '../../json.ts';
import type { SiteFacts } from '../../project.ts';
import type { TextEntry, TextVersions } from '../../texts.ts';
import { listFigures } from '../../list-figures.ts';

/** Smaller numbers are too ambiguous. */
const MIN_VALUE = 1000;

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

const getFigures = memoizePerObject((site: SiteFacts): readonly Figure[] =>
  Object.entries(site.claimsWritten ?? {}).flatMap(([name, claim]): readonly Figure[] => {
    if (!isObject(claim)) return [];
    const { format } = claim;
    const values = listFigures(claim).flatMap(({ figure: { value, to } }) => [value, to]);
    return [...new Set(values)].flatMap((value): Figure[] => {
      if (typeof value !== 'number') return [];
      // The sign makes even small numbers unambiguous, and an amount is written with it.
      if (format === 'percent')
        return [{ name, isSmall: true, pattern: withSign(digits(Math.round(value * 1000) / 10), '%') }];
      if (format === 'money')
        return [{ name, isSmall: value < MIN_VALUE, pattern: withSign(digits(value), AMOUNT_SIGN) }];
      return Number.isInteger(value) && value >= MIN_VALUE
        ? [{ name, isSmall: false, pattern: new RegExp(digits(value), 'u') }]
        : [];
    });
  }),
);

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

/** What is known of a text besides its words. */
interface TextOrigin {
  /** Staff texts contain numbers of settings and tests. */
  readonly isOfStaff: boolean;
  /** Part of a policy, which has versions with days of their own. */
  readonly isOfPolicy: boolean;
}

/** Figures, prices and days that a text writes in place of a claim, and signs that a claim brings along. */
export function* findTypedFigures(
  versions: TextVersions,
  site: SiteFacts,
  { isOfStaff, isOfPolicy }: TextOrigin,
): Generator<FindingDraft> {
  const figures = isOfStaff ? none : getFigures(site);
  const claimed = listClaims(versions);
  for (const entry of versions.values()) {
    const typed = [...typedFigures(entry, figures, claimed)];
    yield* typed;
    if (typed.length === 0) yield* typedPrices(entry);
    if (typed.length === 0 && !isOfStaff && !isOfPolicy) yield* typedPercentages(entry);
    if (!isOfStaff && !isOfPolicy) yield* typedDays(entry);
    yield* typedUnits(entry, site);
    yield* formerWithoutLowest(entry, site);
  }
}

/** Claims that a text names in any language, without their parts. */
export const listClaims = memoizePerObject((versions: TextVersions) => [...new Set(listClaimUses(versions))]);

/** As `listClaims`, once for each language that names it. */
export const listClaimUses = memoizePerObject((versions: TextVersions) =>
  [...versions.values()].flatMap((entry) => [...new Set(claimsIn(entry))]),
);

const claimsIn = ({ text }: TextEntry): readonly string[] =>
  text.includes('{claims.') ? [...text.matchAll(/\{claims\.([^{}.]+)/g)].map(([, name = '']) => name) : none;

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

/** A hundred per cent of something is no marketing figure. */
const PERCENTAGE = /(?<![\d.,%])(?!100(?!\d))\d{1,3}(?:[.,]\d+)?[ \u00A0\u202F]?%(?![\p{L}\d])/u;

/** A percentage in a text has no source and no end date. */
function* typedPercentages({ text, location }: TextEntry): Generator<FindingDraft> {
  const typed = text.includes('%') ? PERCENTAGE.exec(text) : null;
  if (typed === null) return;
  yield {
    location: { ...location, inside: typed.index },
    severity: 'warning',
    message: `The text writes "${typed[0]}" in digits, which has no source and no end date. Use a claim of the format "percent", which each language writes its own way.`,
    expected: 'a claim such as {claims.name}',
    found: typed[0],
    mark: 'percentage',
  };
}

/** A day in a text has no source, and stays when it is over or moved. */
function* typedDays({ text, location }: TextEntry): Generator<FindingDraft> {
  if (!/\d/.test(text)) return;
  const typed = getDayPattern().exec(text);
  if (typed === null) return;
  const [day] = typed;
  yield {
    location: { ...location, inside: typed.index },
    severity: 'warning',
    message: `The text writes the day "${day}", which has no source and stays when the day is moved or over. Use a claim of the format "date", which each language writes its own way.`,
    expected: 'a claim such as {claims.name}, or {claims.name.day} without its year',
    found: day,
    mark: 'day',
  };
}

/** Directive 98/6/EC, article 6a: who announces a reduction states the lowest price of the 30 days before it. */
function* formerWithoutLowest({ text, location }: TextEntry, { claimsWritten }: SiteFacts): Generator<FindingDraft> {
  for (const { index, 1: name = '' } of text.matchAll(/\{claims\.([A-Za-z0-9]+)\.former\}/g)) {
    const note = `{claims.${name}.lowest30}`;
    if (text.includes(note) || isLowestItself(claimsWritten?.[name])) continue;
    yield {
      location: { ...location, inside: index },
      message: `The text shows the former price of "${name}" without the lowest price of the 30 days before the reduction, which the price indication directive asks for beside it.`,
      expected: `${note} in the same text`,
      found: `{claims.${name}.former}`,
      mark: `former ${name}`,
    };
  }
}

/** Whether each former price is the lowest one of the 30 days before, so that it states both. */
const isLowestItself = (claim: unknown): boolean =>
  isObject(claim) &&
  listFigures(claim).every(
    ({ figure: { former, lowest30 } }) => former === undefined || (isObject(lowest30) && lowest30['value'] === former),
  );

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
