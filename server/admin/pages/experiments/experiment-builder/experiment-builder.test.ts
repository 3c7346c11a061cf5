import { expect, test } from 'vitest';
import type { DataView } from '#engine/shared/data-view.ts';
import type { ExperimentDocument } from '#schemas/generated/documents.ts';
import { documentValidators } from '#schemas/generated/validators.js';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { getStaffTranslator } from '#server/admin/staff-translator.ts';
import { flatten } from '#tests/helpers/admin-visitor.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { resolveSmall } from '#tests/helpers/small-project.ts';
import { createExperimentBuilderPage } from './experiment-builder.ts';

const NOW = Date.UTC(2026, 10, 24, 12);
const project = await projectSite();
const filled = {
  page: 'landings/default',
  key: 'shorter',
  hypothesis: 'With a short hero more visitors type their code.',
  weight: '50',
  'weight-short-hero': '50',
  effect: '5',
  rate: '10',
  daily: '1000',
  'in-de': 'on',
  'in-pl': 'on',
  'on-phone': 'on',
  'on-tablet': 'on',
  'on-desktop': 'on',
};

async function readView(query: Readonly<Record<string, string>>, site = project) {
  const { queries } = createExperimentBuilderPage({
    documents: () => site,
    clock: { now: () => NOW },
    drafting: null,
    hasGrowthBook: false,
  });
  const request = {
    locale: 'en',
    t: getStaffTranslator('en'),
    path: '/admin/splitgenerator',
    query: new URLSearchParams(query),
    href: (path: string) => path,
    isRestored: false,
    shown: [],
  } as Partial<AdminRequest> as AdminRequest;
  const view = await queries?.['split-generator']?.load(request);
  const sections = (view as DataView).sections.flatMap(flatten);
  const of = <Kind extends (typeof sections)[number]['kind']>(kind: Kind) =>
    sections.filter((section) => section.kind === kind) as Extract<(typeof sections)[number], { kind: Kind }>[];
  return { sections, of };
}

test('The page is chosen among those that have variants, and only then the rest', async () => {
  const { of } = await readView({});
  const [first, ...others] = of('form');
  expect(others).toEqual([]);
  expect(first?.form.fields[0]?.options?.map(({ value }) => value)).toContain('landings/default');
  const chosen = await readView({ page: 'landings/default' });
  expect(chosen.of('form')[1]?.form.fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['key', 'weight', 'weight-short-hero', 'in-de', 'in-sv']),
  );
});

test('What is taken away is a sound document, paused, planned for what its minimum detectable effect needs', async () => {
  const { of } = await readView(filled);
  const [copy] = of('copy');
  const document = JSON.parse(copy?.copy.value ?? '') as ExperimentDocument;
  expect(documentValidators.experiment(document)).toEqual([]);
  expect(document).toMatchObject({
    status: 'paused',
    document: 'landings/default',
    variations: [{ key: 'base' }, { key: 'short-hero', variant: 'landings/short-hero', weight: 50 }],
    targeting: { locales: ['de', 'pl'] },
    minimumDetectableEffect: 0.05,
  });
  const [facts] = of('facts');
  const [visitors, days] = facts?.facts.map(({ value }) => Number(value.replaceAll(',', ''))) ?? [];
  expect(visitors).toBe(document.targetSampleSize);
  expect(days).toBe(Math.ceil((visitors ?? 0) / 1000));
  expect(visitors).toBeGreaterThan(50_000);
});

test('It is meant for the countries, devices and sources that were chosen, from the start to the end, and says so in words', async () => {
  const { of } = await readView({
    ...filled,
    from: '2027-01-04T09:00',
    to: '2027-02-01T09:00',
    countries: 'de, at CH,de',
    utm: 'newsletter; partner',
    'on-desktop': '',
  });
  const document = JSON.parse(of('copy')[0]?.copy.value ?? '') as ExperimentDocument;
  expect(documentValidators.experiment(document)).toEqual([]);
  expect(document).toMatchObject({
    targeting: {
      locales: ['de', 'pl'],
      countries: ['DE', 'AT', 'CH'],
      devices: ['phone', 'tablet'],
      utmSources: ['newsletter', 'partner'],
    },
    window: { from: '2027-01-04T09:00', to: '2027-02-01T09:00', zone: 'Europe/Berlin' },
  });
  const [, audience] = of('facts');
  expect(audience?.facts.map(({ value }) => value)).toEqual([
    'base 50% and short-hero 50%',
    'Deutsch and Polski',
    'Germany, Austria and Switzerland',
    'phones and tablets',
    'newsletter and partner',
    expect.stringContaining('4 Jan 2027'),
    expect.stringContaining('1 Feb 2027'),
  ]);
});

test('By default it applies to all visitors, at once and permanently', async () => {
  const everywhere = Object.fromEntries(project.config.locales.available.map((locale) => [`in-${locale}`, 'on']));
  const document = JSON.parse((await readView({ ...filled, ...everywhere })).of('copy')[0]?.copy.value ?? '') as object;
  expect(document).not.toHaveProperty('targeting');
  expect(document).not.toHaveProperty('window');
});

test.each([
  ['an end before the start', { from: '2027-01-04T09:00', to: '2027-01-04T09:00' }, 'to', 'must be after the start'],
  ['a start that is past', { from: '2026-11-24T12:59' }, 'from', 'has passed'],
  ['an end that is past', { to: '2026-11-01T00:00' }, 'to', 'has passed'],
  ['a day that does not exist', { from: '2027-02-30T09:00' }, 'from', 'Enter a date and a time'],
  ['a country that nobody knows', { countries: 'DE, UK' }, 'countries', '“UK”'],
  ['no device', { 'on-phone': '', 'on-tablet': '', 'on-desktop': '' }, 'on-phone', 'at least one'],
])('It refuses %s at its field, and keeps what was entered', async (_, entered, name, says) => {
  const { of } = await readView({ ...filled, ...entered });
  const wrong = (of('form')[1]?.form.fields ?? []).filter(({ error }) => error !== undefined);
  expect(wrong).toMatchObject([{ name, error: expect.stringContaining(says) }]);
  expect(wrong[0]?.value).toBe((entered as Readonly<Record<string, string>>)[name]);
  expect(of('copy')).toEqual([]);
});

test('Every variation can be looked at in every language that was chosen, by link and by code', async () => {
  const { of } = await readView(filled);
  const links = (of('table').at(-1)?.table.rows ?? []).flatMap(({ cells }) =>
    cells.slice(1).map((cell) => cell.links?.map(({ href }) => href)),
  );
  expect(links).toEqual(
    ['de', 'pl'].flatMap((locale) =>
      [0, 1].map((index) => [
        expect.stringMatching(`/${locale}/?\\?shorter=${index}$`),
        expect.stringContaining('#preview-link'),
      ]),
    ),
  );
  expect(of('copy').map(({ copy }) => copy.code)).toEqual([undefined]);
  // The code of one link at a time.
  const copies = (await readView({ ...filled, code: 'base pl' })).of('copy').map(({ copy }) => copy);
  expect(copies[1]).toMatchObject({ label: 'base · Polski', value: expect.stringMatching(/\/pl\/?\?shorter=0$/) });
  expect(copies[1]?.code?.path.length).toBeGreaterThan(100);
  const [ready] = of('table');
  expect(ready?.table.rows.flatMap(({ cells }) => cells.slice(1).map(({ mark }) => mark))).toEqual(Array(4).fill('on'));
});

test('A running experiment on the page that changes the same is named as a conflict, another one as one that is met', async () => {
  const variant = (props: object) => ({
    $schema: 'x',
    version: 4,
    extends: 'landings/default',
    changes: [{ op: 'set', block: 'hero', props }],
  });
  const variations = [
    { key: 'control', weight: 1 },
    { key: 'test', variant: 'landings/other', weight: 1 },
  ];
  const running = {
    $schema: 'x',
    version: 4,
    status: 'live',
    hypothesis: 'Another title.',
    document: 'landings/default',
    targeting: { countries: ['DE', 'AT'] },
    variations,
  };
  const readConflict = async (props: object, more: Readonly<Record<string, string>> = {}) => {
    const small = resolveSmall({
      'pages-config/landings/own.json': variant(props),
      'pages-config/landings/other.json': variant({ title: 'landing.steps' }),
      'pages-config/experiments/other.json': running,
    });
    if (!small.ok) throw new Error(JSON.stringify(small.findings));
    const [, conflicts] = (await readView({ ...filled, 'weight-own': '1', 'in-en': 'on', ...more }, small.site)).of(
      'table',
    );
    return conflicts?.table.rows.map(({ key, cells }) => [key, cells[1]?.mark]);
  };
  expect(await readConflict({ title: 'landing.labels' })).toEqual([['other', 'stop']]);
  expect(await readConflict({ text: 'landing.steps' })).toEqual([['other', 'half']]);
  // Those whom the other one is meant for come from elsewhere.
  expect(await readConflict({ title: 'landing.labels' }, { countries: 'PL' })).toEqual([['other', 'half']]);
});

test('What is wrong is said at its field, with what was typed, and nothing is taken away', async () => {
  const { of } = await readView({
    ...filled,
    key: 'Short Hero',
    hypothesis: 'More.',
    'weight-short-hero': '0',
    effect: 'five',
    'in-de': '',
    'in-pl': '',
  });
  const fields = of('form')[1]?.form.fields ?? [];
  const wrong = fields.filter(({ error }) => error !== undefined).map(({ name, value }) => [name, value]);
  expect(wrong).toEqual([
    ['hypothesis', 'More.'],
    ['key', 'Short Hero'],
    ['weight-black-friday', ''],
    ['in-en', ''],
    ['effect', 'five'],
  ]);
  expect(of('copy')).toEqual([]);
  const taken = await readView({ ...filled, key: 'short-hero' });
  expect(taken.of('form')[1]?.form.fields.find(({ name }) => name === 'key')?.error).toMatch(/already/);
});

test('Before the start it says the smallest effect that one, two and four weeks find, and only where the visitors of a day are known; with an end, the effect that the whole time finds', async () => {
  const labelled = async (daily: string) => {
    const [facts] = (await readView({ ...filled, daily })).of('facts');
    return (facts?.facts ?? []).filter(({ label }) => label.startsWith('Minimum detectable effect after'));
  };
  const found = await labelled('1000');
  expect(found.map(({ label }) => label)).toEqual(
    [7, 14, 28].map((days) => `Minimum detectable effect after ${days} days`),
  );
  const effects = found.map(({ value }) => Number.parseFloat(value));
  expect(effects).toEqual(effects.toSorted((one, other) => other - one));
  expect(new Set(effects).size).toBe(3);
  const inTime = (await readView({ ...filled, from: '2027-01-04T09:00', to: '2027-01-14T09:00' })).of('facts')[0]
    ?.facts;
  expect(inTime?.flatMap(({ label }) => /after (\d+) days/.exec(label)?.[1] ?? [])).toEqual(['7', '10']);
  expect(await labelled('')).toEqual([]);
});
