import { isObject, type JsonObject } from '#engine/documents/json.ts';
import type { Claim } from '#schemas/generated/documents.ts';
import { shapes } from '#schemas/generated/shapes.ts';
import type { DocumentSetting } from './document-setting.ts';

const claimShapes = shapes['/schemas/site.schema.json']?.$defs?.['claim']?.properties ?? {};
// Checked edge: types of documents are made from the same schemas.
const readChoices = <Choice extends string>(name: string) => (claimShapes[name]?.enum ?? []) as readonly Choice[];

/** Formats of claims. */
export const claimFormats = readChoices<Claim['format']>('format');
const units = readChoices<NonNullable<Claim['unit']>>('unit');
const taxes = readChoices<NonNullable<Claim['tax']>>('tax');

/** A claim whose form is shown. */
export interface ClaimChoice {
  readonly name: string;
  /** Of a claim that there is not yet. */
  readonly format: Claim['format'];
  /** Country whose figure is added, ISO 3166-1 alpha-2; empty for none. */
  readonly country: string;
}

export const claimNamePattern = /^[a-z][a-zA-Z0-9]{0,59}$/;
export const countryPattern = /^[A-Z]{2}$/;

/** A claim as an address or a form names it; `null` without one. */
export function readClaimChoice(read: (name: string) => string): ClaimChoice | null {
  const [name, country] = [read('claim'), read('country')];
  if (!claimNamePattern.test(name)) return null;
  const format = claimFormats.find((each) => each === read('format')) ?? 'integer';
  return { name, format, country: countryPattern.test(country) ? country : '' };
}

/** The claims of a site document. */
export const readClaims = ({ claims }: JsonObject): JsonObject => (isObject(claims) ? claims : {});

/** The fields of a claim, and of its figures by country. */
export function listClaimSettings(
  value: JsonObject,
  { name, format: chosen, country }: ClaimChoice,
): readonly DocumentSetting[] {
  const stored = readClaims(value)[name];
  const claim: JsonObject = isObject(stored) ? stored : {};
  const format = claimFormats.find((each) => each === claim['format']) ?? chosen;
  const known = isObject(claim['countries']) ? Object.keys(claim['countries']) : [];
  const countries = [...new Set([...known, ...(country === '' ? [] : [country])])].toSorted();
  const path = ['claims', name] as const;
  return [
    ...listFigureSettings(format, path, ''),
    ...(format === 'unit'
      ? [
          {
            name: 'unit',
            label: 'claim.unit',
            type: 'select',
            options: units,
            nameOption: (_t, unit, locale) =>
              new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
                .format(2)
                .replace(/^\D*2\s*/u, ''),
            path: [...path, 'unit'],
            usual: 'hour',
            required: true,
          } satisfies DocumentSetting,
        ]
      : []),
    {
      name: 'source',
      label: 'claim.source',
      hint: 'claim.sourceHint',
      type: 'text',
      path: [...path, 'source'],
      required: true,
      pattern: /^.{3}/su,
    },
    { name: 'asOf', label: 'claim.asOf', type: 'date', path: [...path, 'asOf'], required: true, pattern: day },
    {
      name: 'validUntil',
      label: 'claim.validUntil',
      hint: 'claim.validUntilHint',
      type: 'date',
      path: [...path, 'validUntil'],
      pattern: day,
    },
    ...countries.flatMap((code) =>
      listFigureSettings(format, [...path, 'countries', code], code).map((setting): DocumentSetting => ({
        ...setting,
        name: `${code}-${setting.name}`,
        group: (t) => t('claim.inCountry', { country: t.country(code) }),
      })),
    ),
  ];
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** @param country empty for the figure of all others; the figure of a country is removed with its value */
function listFigureSettings(
  format: Claim['format'],
  path: DocumentSetting['path'],
  country: string,
): readonly DocumentSetting[] {
  const figure = (
    name: string,
    label: DocumentSetting['label'],
    more: Partial<DocumentSetting> = {},
  ): DocumentSetting =>
    format === 'date'
      ? { name, label, type: 'date', path: [...path, name], pattern: day, ...more }
      : { name, label, type: 'text', path: [...path, name], divisor: format === 'percent' ? 100 : 1, ...more };
  const isOwn = country === '';
  const value = figure(
    'value',
    format === 'percent' ? 'claim.percent' : format === 'date' ? 'claim.day' : 'claim.value',
    isOwn ? { required: true } : { hint: 'claim.countryHint' },
  );
  const to = figure('to', 'claim.to', { hint: 'claim.toHint' });
  if (format !== 'money') return [value, to];
  const tax: DocumentSetting = {
    name: 'tax',
    label: 'claim.tax',
    type: 'select',
    options: isOwn ? taxes : ['', ...taxes.filter((each) => each !== 'no-price')],
    nameOption: (t, option) =>
      t(option === '' ? 'claim.sameTax' : `claim.tax.${taxes.find((each) => each === option) ?? 'none'}`),
    path: [...path, 'tax'],
    ...(isOwn && { usual: 'included', required: true }),
  };
  return [
    value,
    to,
    {
      name: 'currency',
      label: 'claim.currency',
      hint: isOwn ? 'claim.currencyHint' : 'claim.sameCurrency',
      type: 'text',
      path: [...path, 'currency'],
      pattern: /^[A-Z]{3}$/,
      ...(isOwn && { usual: 'EUR', required: true }),
    },
    tax,
    figure('former', 'claim.former', { hint: 'claim.formerHint' }),
    figure('lowest30', 'claim.lowest30', { hint: 'claim.lowest30Hint', path: [...path, 'lowest30', 'value'] }),
    {
      name: 'lowest30-until',
      label: 'claim.lowest30Until',
      type: 'date',
      path: [...path, 'lowest30', 'validUntil'],
      pattern: day,
    },
  ];
}

/** A claim with its format, and with what its form shows as default; figures of countries without a value go. */
export function withClaim(value: JsonObject, { name, format }: ClaimChoice): JsonObject {
  const claims = readClaims(value);
  const claim = claims[name];
  if (!isObject(claim)) return value;
  const { countries, ...rest } = claim;
  const figures = isObject(countries)
    ? Object.entries(countries).filter(([, figure]) => isObject(figure) && figure['value'] !== undefined)
    : [];
  const own = claim['format'] ?? format;
  const usual = own === 'money' ? { currency: 'EUR', tax: 'included' } : own === 'unit' ? { unit: 'hour' } : {};
  const missing = Object.entries(usual).filter(([key]) => rest[key] === undefined);
  const after = {
    ...rest,
    format: own,
    ...Object.fromEntries(missing),
    ...(figures.length > 0 && { countries: Object.fromEntries(figures) }),
  };
  return { ...value, claims: { ...claims, [name]: after } };
}
