import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/site.json';

test('An expired claim is an error that names its source', () => {
  const [finding, ...others] = checkSmall({ [file]: swap('2999-12-31', '2026-11-19') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'claims', severity: 'error', path: 'claims.labels.validUntil' });
  expect(finding?.message).toContain('Buying');
});

test('A claim holds on its last day', () => {
  expect(shortFindings({ [file]: swap('2999-12-31', '2026-11-20') })).toEqual([]);
});

test('A claim cannot be true as of a day to come', () => {
  expect(shortFindings({ [file]: swap('2026-01-01', '2026-11-21') })).toEqual(['claims site.json claims.labels.asOf']);
});

test('A claim cannot end before it begins', () => {
  expect(shortFindings({ [file]: swap('2999-12-31', '2025-12-31') })).toEqual([
    'claims site.json claims.labels.validUntil',
  ]);
});

test('A figure in digits is a claim that would go on', () => {
  const texts = 'locales/fr/landing.json';
  for (const figure of ['3000', '3,000', '3.000', '3\u00A0000', '3\u202F000', '3’000'])
    expect(shortFindings({ [texts]: (text) => text.replace(/"steps": "/, (all) => `${all}${figure} `) })).toContain(
      'claims locales/fr/landing.json steps',
    );
  for (const other of ['13000', '3,0001', '3.0', '300'])
    expect(shortFindings({ [texts]: (text) => text.replace(/"steps": "/, (all) => `${all}${other} `) })).not.toContain(
      'claims locales/fr/landing.json steps',
    );
});

test('An amount of money is typed with its currency: the same digits alone are another figure', () => {
  const typed = (figure: string) =>
    shortFindings({
      [file]: swap('"format": "integer"', '"format": "money", "currency": "EUR", "tax": "no-price"'),
      'locales/fr/landing.json': (text) => text.replace(/"steps": "/, (all) => `${all}${figure} `),
    });
  expect(typed('3000\u00A0pixels')).toEqual([]);
  expect(typed('3000\u00A0€')).toEqual(['claims locales/fr/landing.json steps']);
});

test('An amount of money has a currency, and nothing else has one', () => {
  const money = (write: string) => shortFindings({ [file]: swap('"format": "integer"', write) });
  expect(money('"format": "money", "currency": "EUR", "tax": "no-price"')).toEqual([]);
  expect(money('"format": "money"')).toEqual(['claims site.json claims.labels.format']);
  expect(money('"format": "integer", "currency": "EUR"')).toEqual(['claims site.json claims.labels.currency']);
});

test('A claim whose name is misspelled is found once, where it is written, and not in each text that names it', () => {
  const more = Object.fromEntries(
    ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
      `locales/${locale}/landing.json`,
      swap('"hero": "', '"hero": "{claims.labels}\u00A0'),
    ]),
  );
  const [finding, ...others] = checkSmall({ ...more, [file]: swap('"labels": {', '"lables": {') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'claims', path: 'claims.lables', suggestion: 'labels' });
});

test('A claim of the format "integer" has no fraction, because it would not be shown', () => {
  expect(shortFindings({ [file]: swap('"value": 3000', '"value": 28.5') })).toEqual([
    'claims site.json claims.labels.value',
  ]);
});

test('A figure with a unit has both, nothing else has a unit, and a range goes upwards', () => {
  const claim = (write: string) => shortFindings({ [file]: swap('"format": "integer"', write) });
  expect(claim('"format": "unit", "unit": "hour"')).toEqual([]);
  expect(claim('"format": "unit"')).toEqual(['claims site.json claims.labels.format']);
  expect(claim('"format": "integer", "unit": "hour"')).toEqual(['claims site.json claims.labels.unit']);
  expect(claim('"format": "integer", "to": 4000')).toEqual([]);
  for (const to of [3000, 2999])
    expect(claim(`"format": "integer", "to": ${to}`)).toEqual(['claims site.json claims.labels.to']);
});

test('Rules for a figure apply to both ends of its range', () => {
  const claim = (write: string) => shortFindings({ [file]: swap('"value": 3000, "format": "integer"', write) });
  expect(claim('"value": 0.2, "to": 50, "format": "percent"')).toEqual(['claims site.json claims.labels.to']);
  expect(claim('"value": 2, "to": 3.5, "format": "integer"')).toEqual(['claims site.json claims.labels.to']);
  const typed = shortFindings({
    [file]: swap('"value": 3000', '"value": 3000, "to": 4000'),
    'locales/fr/landing.json': (text) => text.replace(/"steps": "/, (all) => `${all}4 000 `),
  });
  expect(typed).toContain('claims locales/fr/landing.json steps');
});

const figure = '"value": 3000, "format": "integer"';
const inClaim = (write: string) => shortFindings({ [file]: swap(figure, write) });
const price = '"value": 46, "format": "money", "currency": "EUR"';
const money = `${price}, "tax": "no-price"`;
const day = '"value": "2026-11-27", "format": "date"';

test('A day of the calendar has the format "date", and nothing else is one', () => {
  expect(inClaim(day)).toEqual([]);
  expect(inClaim(`${day}, "to": "2026-11-30"`)).toEqual([]);
  expect(inClaim(`${day}, "to": "2026-11-27"`)).toEqual(['claims site.json claims.labels.to']);
  for (const wrong of ['"2026-02-30"', '"27.11.2026"', '20261127'])
    expect(inClaim(`"value": ${wrong}, "format": "date"`)).toEqual(['claims site.json claims.labels.value']);
  for (const wrong of ['"3000"', '"2026-11-27"'])
    expect(inClaim(`"value": ${wrong}, "format": "integer"`)).toEqual(['claims site.json claims.labels.value']);
});

test('The figure of a country obeys the rules of all figures', () => {
  const swiss = (write: string, claim = money) => inClaim(`${claim}, "countries": { "CH": { ${write} } }`);
  expect(swiss('"value": 49, "currency": "CHF"')).toEqual([]);
  expect(swiss('"value": 49, "currency": "SFR"')).toEqual(['claims site.json claims.labels.countries.CH.currency']);
  expect(swiss('"value": 49, "to": 40')).toEqual(['claims site.json claims.labels.countries.CH.to']);
  expect(swiss('"value": "49"')).toEqual(['claims site.json claims.labels.countries.CH.value']);
  expect(swiss('"value": 28, "currency": "CHF"', figure)).toEqual([
    'claims site.json claims.labels.countries.CH.currency',
  ]);
  expect(swiss('"value": 28.5', figure)).toEqual(['claims site.json claims.labels.countries.CH.value']);
  expect(swiss('"value": "2026-11-28"', day)).toEqual([]);
});

test('A country of a claim exists, and the site serves it', () => {
  const own = (country: string) => inClaim(`${money}, "countries": { "${country}": { "value": 49 } }`);
  expect(own('UK')).toEqual(['unknown-country site.json claims.labels.countries.UK']);
  const [finding, ...others] = checkSmall({
    [file]: swap(figure, `${money}, "countries": { "US": { "value": 49 } }`),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'claims', severity: 'warning', path: 'claims.labels.countries.US' });
});

test('A former price needs the lowest one of the 30 days before, which lies between both and ends (K2)', () => {
  const lowest = (value: number, until = '2999-12-31') =>
    `, "lowest30": { "value": ${value}, "validUntil": "${until}" }`;
  const at = (path: string) => [`claims site.json claims.labels.${path}`];
  expect(inClaim(`${money}, "former": 79${lowest(64)}`)).toEqual([]);
  expect(inClaim(`${money}${lowest(64)}`)).toEqual([]);
  expect(inClaim(`${money}, "former": 79`)).toEqual(at('former'));
  expect(inClaim(`${money}, "former": 46${lowest(64)}`)).toEqual(at('former'));
  expect(inClaim(`${money}, "former": 79${lowest(80)}`)).toEqual(at('lowest30.value'));
  expect(inClaim(`${money}, "former": 79${lowest(46)}`)).toEqual(at('lowest30.value'));
  expect(inClaim(`${money}, "former": 79${lowest(64, '2026-11-19')}`)).toEqual(at('lowest30.validUntil'));
  expect(inClaim(`${figure}, "former": 4000`)).toEqual(at('former'));
  expect(inClaim(`${figure}, "tax": "included"`)).toEqual(at('tax'));
});

/** Findings of texts; those of pages without a note about taxes have a test of their own. */
const inTexts = (write: string, claim = figure) =>
  shortFindings({
    [file]: swap(figure, claim),
    ...Object.fromEntries(
      ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
        `locales/${locale}/landing.json`,
        swap('"hero": "', `"hero": "${write} `),
      ]),
    ),
  }).filter((finding) => !/^claims .* blocks\[/.test(finding));

test('A text names what the claim has, a former price with its note unless it is the lowest one, in every country', () => {
  const reduced = `${price}, "tax": "included", "former": 79, "lowest30": { "value": 64, "validUntil": "2999-12-31" }`;
  expect(inTexts('{claims.labels.tax}, {claims.labels.former}, {claims.labels.lowest30}', reduced)).toEqual([]);
  const heroes = expect.arrayContaining(['claims locales/en/landing.json hero', 'claims locales/sv/landing.json hero']);
  expect(inTexts('{claims.labels.former}', reduced)).toEqual(heroes);
  const lowest = reduced.replace('79', '64');
  expect(inTexts('{claims.labels.former}', lowest)).toEqual([]);
  const higher = '"former": 72, "lowest30": { "value": 59, "validUntil": "2999-12-31" }';
  const abroad = `${lowest}, "countries": { "CH": { "value": 49, ${higher} } }`;
  expect(inTexts('{claims.labels.former}', abroad)).toEqual(heroes);
  const parts = (write: string, claim: string) => [
    ...new Set(inTexts(write, claim).map((finding) => finding.split(' ')[0])),
  ];
  expect(parts('{claims.labels.tax}', money)).toEqual(['text-markup']);
  expect(parts('{claims.labels.net}', reduced)).toEqual(['text-markup']);
  const swiss = `${reduced}, "countries": { "CH": { "value": 49 } }`;
  expect(parts('{claims.labels.lowest30}', swiss)).toEqual(['text-markup']);
  expect(parts('{claims.labels.tax}', swiss)).toEqual([]);
});

test('A day in a text must be a claim, with its year or without, unlike a year or a month', () => {
  const typed = (locale: string, write: string) =>
    shortFindings({ [`locales/${locale}/landing.json`]: swap('"hero": "', `"hero": "${write} `) });
  for (const [locale, write] of [
    ['en', 'on 27 November 2026'],
    ['en', 'on November 27th, 2026'],
    ['en', 'until 2\u00A0January'],
    ['en', 'from November 27'],
    ['de', 'am 27. November 2026'],
    ['de', 'bis 27. November'],
    ['de', 'am 27.11.2026'],
    ['fr', 'le 1er décembre'],
    ['pl', 'do 27 listopada 2026 r.'],
    ['sv', '2026-11-27'],
  ] as const)
    expect(typed(locale, write)).toEqual([`claims locales/${locale}/landing.json hero`]);
  for (const write of ['since 2019', 'November 2026', '27 Novembers', 'you may 3 times'])
    expect(typed('en', write)).not.toContain('claims locales/en/landing.json hero');
});

test('A page that shows a price says whether it includes taxes; an amount of money that is no price does not', () => {
  const landing = 'pages-config/landings/default.json';
  const shown = (claim: string, lead = '"landing.labels"') =>
    shortFindings({ [file]: swap(figure, claim), [landing]: swap('"landing.labels"', lead) });
  const inline = (text: string) =>
    JSON.stringify(Object.fromEntries(['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [locale, text])));
  const named = inline('Only {claims.labels}');
  expect(shown(price, named)).toContain('claims site.json claims.labels.format');
  expect(shown(`${price}, "tax": "included"`, named)).toContain('claims landings/default.json blocks[2].lead');
  const noted = inline('Only {claims.labels}, {claims.labels.tax}');
  for (const [claim, lead] of [
    [`${price}, "tax": "included"`, noted],
    [money, named],
  ] as const)
    expect(shown(claim, lead).filter((finding) => finding.startsWith('claims landings'))).toEqual([]);
  expect(shown(money, noted)).toContain('text-markup landings/default.json blocks[2].lead.en');
});
