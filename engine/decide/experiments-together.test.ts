import { expect, test } from 'vitest';
import { readStickyAssignments } from '#engine/shared/experiment-cookies.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { decide } from './decide.ts';
import type { ExperimentFacts } from './experiments/index.ts';
import type { Facts, PageDecision } from './types.ts';

const start = 'landings/default';
const social = 'landings/social';

/** Nine of ten visitors take part; one in ten is held out. */
const season = makeExperiment('season', start, {
  variations: [
    { key: 'held', variant: start, weight: 0.1 },
    { key: 'open', variant: start, weight: 0.9 },
  ],
});
const ofSeason = [{ experiment: 'season', variations: ['open'] }];
const hero = makeExperiment('hero', 'landings/social-short', { document: social, prerequisites: ofSeason });

/** The same two variations on two pages. */
const both = makeExperiment('hero', 'landings/short', {
  pages: [
    {
      document: social,
      feature: `page.${social}|hero`,
      variations: [
        { key: 'control', variant: social, weight: 0.5 },
        { key: 'test', variant: 'landings/social-short', weight: 0.5 },
      ],
    },
  ],
});

function stage(...experiments: ResolvedExperiment[]) {
  const site = makeSite({
    documents: [
      { id: 'landings/short', bases: [start] },
      { id: social, slug: 'social' },
      { id: 'landings/social-short', bases: [social] },
    ],
    experiments,
  });
  return (facts: Partial<Facts>): PageDecision => {
    const decision = decide(
      makeFacts({ url: '/en/social', userAgent: CHROME, experiments: createFacts(experiments), ...facts }),
      site,
    );
    if (decision.kind !== 'page') throw new Error(`A redirect to ${decision.location}`);
    return decision;
  };
}

const listCookies = ({ cookies }: PageDecision): Facts['cookies'] =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
const counted = ({ exposures }: PageDecision): readonly string[] =>
  exposures.map(({ experiment, variation }) => `${experiment} ${variation}`);
const visitors = Array.from({ length: 600 }, (_, index) => visitorId(index));

test.each([
  ['on another page', '/en/social', hero],
  ['on its own page', '/en', makeExperiment('hero', 'landings/short', { prerequisites: ofSeason })],
] as const)(
  'Who is held out %s sees the page itself and counts in the holdout alone; all others count in both',
  (_, url, tested) => {
    const visit = stage(season, tested);
    const found = new Map<string, number>();
    for (const newVisitorId of visitors) {
      const page = visit({ url, newVisitorId });
      const key = counted(page).toSorted().join(', ');
      expect(page.variations).toEqual(key.startsWith('hero test') ? [tested.variations[1]?.variant] : []);
      found.set(key, (found.get(key) ?? 0) + 1);
    }
    expect([...found.keys()].toSorted()).toEqual([
      'hero control, season open',
      'hero test, season open',
      'season held',
    ]);
    expect((found.get('season held') ?? 0) / visitors.length).toBeCloseTo(0.1, 1);
  },
);

test('The holdout counts once, where it was first met, and gives the same variation on its own page', () => {
  const visit = stage(season, hero);
  for (const newVisitorId of visitors.slice(0, 50)) {
    const first = visit({ newVisitorId });
    const [of = null] = first.exposures.filter(({ experiment }) => experiment === 'season');
    expect(of?.attributes.landing).toBe(social);
    const cookies = listCookies(first);
    expect(counted(visit({ cookies }))).toEqual([]);
    expect(counted(visit({ cookies, url: '/en' }))).toEqual([]);
    // Visitors who start there get the same.
    expect(counted(visit({ newVisitorId, url: '/en' }))).toEqual([`season ${of?.variation ?? ''}`]);
  }
});

test('With agreement to statistics the row of the holdout is stored under the same id', () => {
  const page = stage(season, hero)({ newVisitorId: visitorId(1), cookies: { vitrine_consent: 'statistics' } });
  expect(page.exposures.map(({ id }) => id)).toEqual(page.exposures.map(() => visitorId(1)));
  expect(page.exposures.length).toBeGreaterThan(0);
});

test('Prerequisites of experiments that do not run are not evaluated', () => {
  const visit = stage(season, hero);
  const experiments = createFacts([season, hero], ['hero en']);
  for (const newVisitorId of visitors.slice(0, 50))
    expect(visit({ newVisitorId, experiments })).toMatchObject({ exposures: [], cookies: [] });
});

test('An experiment stops with the one that it waits for: stopped, paused, not ready or outside its window', () => {
  const visit = stage(season, hero);
  const running = createFacts([season, hero]);
  const cases: readonly ExperimentFacts[] = [
    { ...running, stopped: new Set(['season']) },
    createFacts([season, hero], ['season']),
    createFacts([season, hero], ['season en']),
    createFacts([{ ...season, status: 'paused' }, hero]),
  ];
  for (const experiments of cases)
    for (const newVisitorId of visitors.slice(0, 30))
      expect(visit({ newVisitorId, experiments })).toMatchObject({ variations: [], exposures: [] });
  const windowed = stage({ ...season, window: { to: '2026-01-01T00:00', zone: 'UTC' } }, hero);
  for (const newVisitorId of visitors.slice(0, 30))
    expect(windowed({ newVisitorId })).toMatchObject({ variations: [], exposures: [] });
});

test('The variation of an experiment on another page may be a prerequisite, and the control is not who takes no part', () => {
  const first = makeExperiment('first', 'landings/short', { coverage: 0.5 });
  const second = { ...hero, prerequisites: [{ experiment: 'first', variations: ['control'] }] };
  const visit = stage(first, second);
  const pages = visitors.map((newVisitorId) => counted(visit({ newVisitorId })).join(', '));
  expect([...new Set(pages)].toSorted()).toEqual([
    '',
    'first control, hero control',
    'first control, hero test',
    'first test',
  ]);
});

test('Prerequisites of prerequisites count, too, and each once', () => {
  const second = {
    ...season,
    key: 'second',
    seed: 'second',
    feature: 'page.landings/default|second',
    prerequisites: ofSeason,
  };
  const visit = stage(season, second, {
    ...hero,
    prerequisites: [...ofSeason, { experiment: 'second', variations: ['open'] }],
  });
  const pages = new Set(visitors.map((newVisitorId) => counted(visit({ newVisitorId })).join(', ')));
  expect([...pages].toSorted()).toEqual([
    'season held',
    'season open, second held',
    'season open, second open, hero control',
    'season open, second open, hero test',
  ]);
});

test('A holdout as GrowthBook writes it, whose visitors get a value that is forced, is counted, too', () => {
  const rule = { hashAttribute: 'id', hashVersion: 2, weights: [0.5, 0.5] };
  const flags = new Flags({
    features: {
      'holdout:h1': {
        defaultValue: 'genericcontrol',
        rules: [
          {
            ...rule,
            key: 'h1',
            coverage: 0.2,
            variations: ['holdoutcontrol', 'holdouttreatment'],
            meta: [{ key: '0' }, { key: '1' }],
          },
        ],
      },
      [`page.${social}`]: {
        defaultValue: social,
        rules: [
          { force: social, parentConditions: [{ id: 'holdout:h1', condition: { value: 'holdoutcontrol' } }] },
          {
            ...rule,
            key: 'hero',
            variations: [social, 'landings/social-short'],
            meta: [{ key: 'control' }, { key: 'test' }],
          },
        ],
      },
    },
  });
  const visit = stage();
  const pages = visitors.map((newVisitorId) =>
    counted(visit({ newVisitorId, experiments: { flags, unready: new Set() } })).join(', '),
  );
  expect([...new Set(pages)].toSorted()).toEqual([
    'h1 0',
    'h1 1, hero control',
    'h1 1, hero test',
    'hero control',
    'hero test',
  ]);
});

test('On all pages of one experiment a visitor has the same variation and counts once, where it began', () => {
  const visit = stage(both);
  for (const newVisitorId of visitors.slice(0, 60)) {
    const here = visit({ newVisitorId });
    const [exposure] = here.exposures;
    expect(exposure).toMatchObject({ experiment: 'hero', attributes: { landing: social } });
    expect(here.variations).toEqual(exposure?.variation === 'test' ? ['landings/social-short'] : []);
    const there = visit({ url: '/en', cookies: listCookies(here) });
    expect(there.variations).toEqual(exposure?.variation === 'test' ? ['landings/short'] : []);
    expect(there.exposures).toEqual([]);
    expect(visit({ url: '/en', newVisitorId }).exposures).toMatchObject([
      { variation: exposure?.variation, attributes: { landing: start } },
    ]);
  }
  expect(visit({ url: '/en/social?hero=1', newVisitorId: visitorId(1) })).toMatchObject({
    variations: ['landings/social-short'],
    exposures: [],
  });
});

test('A variation that is not ready on one page keeps the experiment from running on all of them', () => {
  const visit = stage(both);
  const experiments = createFacts([both], ['hero en']);
  for (const newVisitorId of visitors.slice(0, 20))
    for (const url of ['/en', '/en/social']) expect(visit({ url, newVisitorId, experiments }).exposures).toEqual([]);
});

test('A smaller coverage leaves participants their variation and admits fewer new visitors', () => {
  const visit = stage(makeExperiment('hero', 'landings/short'));
  const fewer = createFacts([makeExperiment('hero', 'landings/short', { coverage: 0.1 })]);
  const first = visitors.map((newVisitorId) => ({ newVisitorId, page: visit({ url: '/en', newVisitorId }) }));
  for (const { page } of first) {
    const again = visit({ url: '/en', cookies: listCookies(page), experiments: fewer });
    expect([again.variations, again.exposures]).toEqual([page.variations, []]);
    expect(readStickyAssignments(listCookies(page)['vitrine_arms'])).toHaveLength(1);
  }
  const begun = first.filter(
    ({ newVisitorId }) => visit({ url: '/en', newVisitorId, experiments: fewer }).exposures.length > 0,
  );
  expect(begun.length / visitors.length).toBeCloseTo(0.1, 1);
  // Each of them has the variation of the full coverage.
  for (const { newVisitorId, page } of begun)
    expect(visit({ url: '/en', newVisitorId, experiments: fewer }).variations).toEqual(page.variations);
});
