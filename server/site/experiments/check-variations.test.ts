import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { decide } from '#engine/decide/decide.ts';
import { FlagStore } from '#server/site/flags/flag-store.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { CHROME, createFacts, makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { VariationWeights } from './variation-weights.ts';
import { UnavailableVariations } from './unavailable-variations.ts';
import { listVariationCells } from './check-variations.ts';
import { ReadinessGate } from './readiness-gate.ts';

const meta = { title: 'S', description: 'S' };
const about = makeExperiment('about', 'landings/about-calm', { document: 'pages/about' });
const site = makeSite({
  documents: [
    { id: 'pages/about', kind: 'page', route: '/about', meta },
    { id: 'landings/about-calm', kind: 'landing', meta },
  ],
  experiments: [about],
  texts: new Map(
    (['de', 'en', 'fr', 'it', 'nl', 'pl', 'sv'] as const).map((locale) => [locale, new Map([['S', 'S']])]),
  ),
});

test('A page is tested as a landing is: visitors get its variations at its address, and each variation is looked at in each language', () => {
  const facts = createFacts([about]);
  const cells = [...listVariationCells(site, facts)];
  expect(new Set(cells.map(({ variation }) => variation))).toEqual(new Set(['control', 'test']));
  expect(cells).toHaveLength(2 * site.config.locales.available.length);
  const shown = Array.from({ length: 50 }, (_, index) => {
    const newVisitorId = visitorId(index);
    const decision = decide(makeFacts({ url: '/en/about', userAgent: CHROME, experiments: facts, newVisitorId }), site);
    return decision.kind === 'page' ? [decision.path, ...decision.variations].join(' ') : decision.kind;
  });
  expect(new Set(shown)).toEqual(new Set(['/about', '/about landings/about-calm']));
});

test('A variation that cannot be rendered stops the experiment for all visitors, and the weights of variations are stored for the results', async () => {
  const openGate = async (fails: boolean) => {
    const store = new FlagStore();
    store.accept(buildPayload([about], Date.now()));
    const weights = new VariationWeights();
    const unavailableVariations = new UnavailableVariations();
    const gate = new ReadinessGate({
      store,
      site: () => site,
      weighs: true,
      weights,
      unavailableVariations,
      log: { warn: () => undefined, info: () => undefined },
      pages: {
        warm: () => Promise.resolve(),
        load: (_, { variations }) =>
          fails && variations.length > 0
            ? Promise.reject(new Error('A block broke.'))
            : Promise.resolve({ encoded: { br: Buffer.alloc(variations.length === 0 ? 9_000 : 12_000) } }),
      },
    });
    await gate.check();
    return { unready: store.facts?.unready, weights, reported: unavailableVariations.all };
  };
  const sound = await openGate(false);
  expect([sound.unready, sound.reported]).toEqual([new Set(), []]);
  expect(sound.weights.of({ experiment: 'about', variation: 'control' })).toBe(9_000);
  expect(sound.weights.of({ experiment: 'about', variation: 'test' })).toBe(12_000);
  expect(sound.weights.of({ experiment: 'about', variation: 'none' })).toBeNull();
  const broken = await openGate(true);
  const { available } = site.config.locales;
  expect(broken.unready).toEqual(new Set(available.map((locale) => `about ${locale}`)));
  const reasons = [{ rule: 'variation-compiles', message: expect.stringContaining('A block broke.'), values: {} }];
  expect(broken.reported).toEqual(available.map((locale) => ({ experiment: 'about', locale, reasons })));
});

test('A variation that is too heavy only as it is compressed in a hurry is ready, and one that is too heavy anyway is not', async () => {
  const lines = Array.from({ length: 4_000 }, (_, index) => `<p>${(index * 7919) % 1009} of ${index % 97}</p>`).join(
    '',
  );
  const at = (quality: number): Buffer =>
    brotliCompressSync(lines, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  const [hurried, least] = [at(1), at(11)];
  expect(hurried.length).toBeGreaterThan(least.length);
  const unreadyAt = async (budget: number): Promise<number | undefined> => {
    const tight = { ...site, experiments: [{ ...about, bytes: budget }] };
    const store = new FlagStore();
    store.accept(buildPayload([about], Date.now()));
    const gate = new ReadinessGate({
      store,
      site: () => tight,
      weighs: true,
      log: { warn: () => undefined, info: () => undefined },
      pages: { warm: () => Promise.resolve(), load: () => Promise.resolve({ encoded: { br: hurried } }) },
    });
    await gate.check();
    return store.facts?.unready.size;
  };
  expect(await unreadyAt(least.length)).toBe(0);
  expect(await unreadyAt(least.length - 1)).toBe(site.config.locales.available.length);
});
