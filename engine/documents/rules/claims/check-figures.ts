import { suggestName } from '#engine/shared/suggest-name.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { findUnservedCountry } from '../../offered-countries.ts';
import { isObject, type JsonObject } from '../../json.ts';
import type { Path, SourceLocation } from '../../source-location.ts';
import { listFigures } from '../../list-figures.ts';
import { readDay } from './read-day.ts';

/** One figure, with what findings about it say. */
interface Figure {
  readonly claim: JsonObject;
  readonly figure: JsonObject;
  /** Such as `claim "plan" in CH`. */
  readonly who: string;
  readonly locate: (...path: Path) => SourceLocation;
  readonly locateFormat: SourceLocation;
}

/** What a claim says of itself and of single countries, apart from its days and its source. */
export function* checkFigures(
  name: string,
  claim: JsonObject,
  file: string,
  today: string | undefined,
): Generator<FindingDraft> {
  const at = (path: Path): SourceLocation => ({ file, path: ['claims', name, ...path] });
  for (const written of listFigures(claim)) {
    const { path, country, figure } = written;
    const checked: Figure = {
      claim,
      figure,
      who: country === undefined ? `claim "${name}"` : `claim "${name}" in ${country}`,
      locate: (...inner) => at([...path, ...inner]),
      locateFormat: at(['format']),
    };
    const unserved = findUnservedCountry(written.country, at(path));
    if (unserved !== undefined) yield unserved;
    yield* wrongValues(checked);
    yield* wrongParts(checked);
    yield* untaxed(checked);
    yield* unknownCurrency(checked);
    yield* wrongReduction(checked, today);
  }
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

function* wrongValues({ claim: { format }, figure, who, locate, locateFormat }: Figure): Generator<FindingDraft> {
  for (const part of ['value', 'to'] as const) {
    const value = figure[part];
    // A misspelt format may be this one.
    const about = { location: locate(part), found: value, follows: [locateFormat] };
    if (format === 'date' && value !== undefined && readDay(value) === undefined)
      yield {
        ...about,
        message: `The ${who} is of the format "date", and ${JSON.stringify(value)} is not a day of the calendar.`,
        expected: 'a day such as "2026-11-27"',
      };
    else if (format !== 'date' && typeof value === 'string')
      yield {
        ...about,
        message: `The ${who} is a figure, and its "${part}" must be a number, but it is ${JSON.stringify(value)}.`,
        expected:
          readDay(value) === undefined
            ? 'a number without quotation marks'
            : 'a number, or the format "date" for a day',
      };
    if (typeof value !== 'number') continue;
    if (format === 'percent' && value > 1)
      yield {
        location: locate(part),
        message: `The ${who} would be shown as ${PERCENT.format(value)}: a claim of the kind "percent" is a share of 1.`,
        expected: `${value / 100} for ${value}%`,
        found: value,
      };
    if (format === 'integer' && !Number.isInteger(value))
      yield {
        location: locate(part),
        message: `The ${who} is ${value}, and a claim of the kind "integer" is a whole number: its fraction would not be shown.`,
        expected: `${Math.round(value)}, or the format "decimal"`,
        found: value,
      };
  }
  const { value: from, to } = figure;
  const isRange =
    (typeof from === 'number' && typeof to === 'number') ||
    (format === 'date' && readDay(from) !== undefined && readDay(to) !== undefined);
  // Days in this notation are in the order of their letters.
  if (isRange && (to as number | string) <= (from as number | string))
    yield {
      location: locate('to'),
      message: `The ${who} is a range from ${String(from)} to ${String(to)}, and would be shown as one figure or the wrong way round.`,
      expected: `more than ${String(from)}, or no "to"`,
      found: to,
    };
}

/** Formats that need one more part, once for all countries. */
const NEEDED = [
  ['money', 'currency', 'an amount of money'],
  ['unit', 'unit', 'a figure with a unit'],
] as const;

const OF_MONEY = ['currency', 'tax', 'former', 'lowest30'] as const;

function* wrongParts({ claim, figure, who, locate, locateFormat }: Figure): Generator<FindingDraft> {
  const { format } = claim;
  const isWhole = figure === claim;
  for (const [needing, part, meaning] of isWhole ? NEEDED : [])
    if ((format === needing) !== (claim[part] !== undefined))
      yield {
        location: locate(claim[part] === undefined ? 'format' : part),
        message: `The ${who} is ${meaning} only with both: the format "${needing}" and a ${part}.`,
        expected: `the format "${needing}" with a "${part}", or neither`,
        found: claim[part] ?? format,
        follows: [locateFormat],
      };
  if (format === 'money') return;
  for (const part of OF_MONEY)
    if (figure[part] !== undefined && !(isWhole && part === 'currency'))
      yield {
        location: locate(part),
        message: `The ${who} has "${part}", which only an amount of money has: a claim of the format "money".`,
        expected: `the format "money", or no "${part}"`,
        found: figure[part],
        follows: [locateFormat],
      };
}

/** Directive 98/6/EC, article 2: a selling price includes all taxes, which a price to businesses has to deny. */
function* untaxed({ claim, figure, who, locate }: Figure): Generator<FindingDraft> {
  const { format, currency, tax } = claim;
  // Others report a missing or an unknown currency.
  if (figure !== claim || format !== 'money' || tax !== undefined || !CURRENCIES.has(String(currency))) return;
  yield {
    location: locate('format'),
    severity: 'warning',
    message: `The ${who} is an amount of money and does not say whether it includes value added tax.`,
    expected: '"tax": "included", "excluded" or "none"; "no-price" for an amount that is no price',
    found: format,
  };
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function* unknownCurrency({ figure: { currency }, who, locate }: Figure): Generator<FindingDraft> {
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency) || CURRENCIES.has(currency)) return;
  yield {
    location: locate('currency'),
    message: `There is no currency "${currency}" in ISO 4217, so that the ${who} would be shown with these letters.`,
    expected: 'a code in use, such as EUR, CHF, PLN or SEK',
    found: currency,
    suggestion: suggestName(currency, CURRENCIES),
  };
}

/** Directive 98/6/EC, article 6a: a reduction is one of the lowest price of the 30 days before it, which is stated. */
function* wrongReduction({ claim, figure, who, locate }: Figure, today: string | undefined): Generator<FindingDraft> {
  if (claim['format'] !== 'money') return;
  const { value, former, lowest30 } = figure;
  const lowest = isObject(lowest30) ? lowest30['value'] : undefined;
  if (typeof former === 'number' && lowest30 === undefined)
    yield {
      location: locate('former'),
      message: `The ${who} has a former price without the lowest price of the 30 days before the reduction, which the price indication directive asks for.`,
      expected: '"lowest30" with its "value" and the last day of the reduction, "validUntil"',
      found: former,
    };
  if (typeof value === 'number' && typeof former === 'number' && former <= value)
    yield {
      location: locate('former'),
      message: `The ${who} is ${value} now and was ${former} before: that is no reduction.`,
      expected: `more than ${value}, or no "former"`,
      found: former,
    };
  else if (typeof lowest === 'number' && typeof former === 'number' && lowest > former)
    yield {
      location: locate('lowest30', 'value'),
      message: `The ${who} names ${lowest} as the lowest price of the 30 days before its reduction, which is more than the former price, ${former}.`,
      expected: `up to ${former}`,
      found: lowest,
    };
  else if (typeof lowest === 'number' && typeof value === 'number' && lowest <= value)
    yield {
      location: locate('lowest30', 'value'),
      message: `The ${who} is ${value} now, and ${lowest} was its lowest price in the 30 days before: that is no reduction.`,
      expected: `more than ${value}, or no "lowest30"`,
      found: lowest,
    };
  const until = isObject(lowest30) ? readDay(lowest30['validUntil']) : undefined;
  if (today !== undefined && until !== undefined && until < today)
    yield {
      location: locate('lowest30', 'validUntil'),
      message: `The reduction of the ${who} ended on ${until}. Write the price that holds now, or the lowest one of the 30 days before a new reduction.`,
      expected: `a day from ${today} on, or no "lowest30"`,
      found: until,
    };
}
