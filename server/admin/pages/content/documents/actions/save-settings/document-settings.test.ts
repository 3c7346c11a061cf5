import { expect, test } from 'vitest';
import type { JsonObject } from '#engine/documents/json.ts';
import { readFiles } from '#engine/documents/read-files.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { getStaffTranslator } from '#server/admin/staff-translator.ts';
import { smallProject } from '#tests/helpers/small-project.ts';
import { listClaimSettings, withClaim } from './claim-settings.ts';
import { nameOption, readSetting, selectSettings, withGuards, write } from './document-settings.ts';

const content = { documents: new Map() };
const find = (value: JsonObject, name: string) => {
  const setting = selectSettings('landing', value, content).find((each) => each.name === name);
  if (setting === undefined) throw new Error(`There is no setting ${name}.`);
  return setting;
};

test('each value that a setting offers has a name in each language', () => {
  const settings = (['page', 'landing', 'experiment'] as const).flatMap((kind) => selectSettings(kind, {}, content));
  const unnamed = locales.flatMap((locale) => {
    const t = getStaffTranslator(locale);
    return settings.flatMap(({ name, options = [], nameOption: own }) =>
      options.filter((option) => option === (own?.(t, option, locale) ?? nameOption(t, name, option))),
    );
  });
  expect(unnamed).toEqual([]);
});

test('guards are written in their order, and the list goes with the last one', () => {
  const applied = JSON.stringify({ name: 'applied' });
  const first = withGuards(write({}, find({}, 'guard-0'), applied));
  expect(first).toEqual({ guards: [{ name: 'applied' }] });
  const second = find(first, 'guard-1');
  const locale = JSON.stringify({ name: 'locale' });
  const both = withGuards(write(first, second, locale));
  expect(both).toEqual({ guards: [{ name: 'applied' }, { name: 'locale' }] });
  expect(readSetting(both, second)).toBe(locale);
  expect(withGuards(write(both, second, applied))).toEqual(first);
  expect(withGuards(write(first, find(first, 'guard-0'), ''))).toEqual({});
});

test('a variant names what differs from its original in one change, and returns to the original', () => {
  const remove = { op: 'remove', block: 'strip' };
  const variant = { extends: 'landings/default', changes: [remove] };
  expect(readSetting(variant, find(variant, 'layout'))).toBe('');
  const dark = write(variant, find(variant, 'theme'), 'ink');
  const hidden = write(dark, find(dark, 'index'), 'false');
  const set = { theme: 'ink', meta: { index: false } };
  expect(hidden).toEqual({ ...variant, changes: [{ op: 'document', set }, remove] });
  expect(readSetting(hidden, find(hidden, 'index'))).toBe('false');
  const light = write(hidden, find(hidden, 'theme'), '');
  expect(write(light, find(light, 'index'), '')).toEqual(variant);
});

test('a document with an address has a field for it in each language but the default one, also as a variant', () => {
  const { written } = readFiles(smallProject(), undefined);
  const listNames = (value: JsonObject): readonly string[] =>
    selectSettings('landing', value, { documents: written }).flatMap(({ name, language }) => (language ? [name] : []));
  const variant = { extends: 'landings/default', slug: 'spring', changes: [] };
  expect(listNames(variant)).toEqual(['de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => `address-${locale}`));
  expect(listNames({})).toEqual([]);
  const german = selectSettings('landing', variant, { documents: written }).find(({ language }) => language === 'de');
  if (german === undefined) throw new Error('There is no field for German.');
  expect(german.pattern?.test('fruehling')).toBe(false);
  const named = write(variant, german, '/fruehling');
  expect(named).toEqual({ ...variant, addresses: { de: '/fruehling' } });
  expect(readSetting(named, german)).toBe('/fruehling');
  expect(write(named, german, '')).toEqual(variant);
});

test('a claim is written with its format and the figures of countries, which go with their value', () => {
  const choice = { name: 'vase', format: 'money', country: 'CH' } as const;
  const type = (site: JsonObject, typed: Readonly<Record<string, string>>) => {
    const settings = listClaimSettings(site, choice);
    const written = Object.entries(typed).reduce((value, [name, text]) => {
      const setting = settings.find((each) => each.name === name);
      if (setting === undefined) throw new Error(`There is no field ${name}.`);
      return write(value, setting, text);
    }, site);
    return withClaim(written, choice);
  };
  const figure = { former: '79', lowest30: '64', 'lowest30-until': '2027-01-31' };
  const own = { value: '46,5', source: 'Price list', asOf: '2026-11-02', ...figure };
  const vase = {
    value: 46.5,
    source: 'Price list',
    asOf: '2026-11-02',
    former: 79,
    lowest30: { value: 64, validUntil: '2027-01-31' },
    format: 'money',
    currency: 'EUR',
    tax: 'included',
  };
  const made = type({ claims: {} }, { ...own, 'CH-value': '49', 'CH-currency': 'CHF' });
  expect(made).toEqual({ claims: { vase: { ...vase, countries: { CH: { value: 49, currency: 'CHF' } } } } });
  expect(type(made, { 'CH-value': '' })).toEqual({ claims: { vase } });
  const discount = { claims: { discount: { value: 0.07, format: 'percent' } } };
  const [percent] = listClaimSettings(discount, { name: 'discount', format: 'percent', country: '' });
  if (percent === undefined) throw new Error('The claim has no value.');
  expect(readSetting(discount, percent)).toBe('7');
  expect(write(discount, percent, '7.5')['claims']).toEqual({ discount: { value: 0.075, format: 'percent' } });
});
