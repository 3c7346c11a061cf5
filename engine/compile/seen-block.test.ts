import { expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import type { ResolvedExperiment, Site } from '#engine/documents/types.ts';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { blockInfo } from '#schemas/generated/vocabulary.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

const site = await projectSite();
const built = ['seen', ...Object.keys(blockInfo).map((type) => `island-${type}`)];
const client = {
  ...noClient,
  modules: Object.fromEntries(built.map((name) => [name, { file: `assets/${name}.js`, imports: [] }])),
};
const { compile } = createCompiler({ assets: stubSiteAssets(site), client, buildId: 'test' });
const experiment = makeExperiment('hero', 'landings/short-hero', { exposeOn: 'benefits' });

async function page(
  experiments: readonly ResolvedExperiment[],
  document = 'landings/default',
  variations: string[] = [],
) {
  const tested: Site = { ...site, experiments };
  const { parts, navigation, contentSecurityPolicy } = await compile({
    site: tested,
    document,
    locale: 'de',
    variations,
    facets: {},
    path: '/',
  });
  return {
    whole: parts.join(''),
    swapped: navigation.body.join(''),
    modules: navigation.behaviours,
    contentSecurityPolicy,
  };
}

const TO = '/api/seen?of=hero&amp;in=de';
const element = `<vitrine-seen data-block="benefits" data-to="${TO}"></vitrine-seen>`;

test('Every variation of an experiment that counts by a block has the element that watches it, and loads its module', async () => {
  for (const variations of [[], ['landings/short-hero']]) {
    const { whole, swapped, modules } = await page([experiment], 'landings/default', variations);
    expect(whole).toContain('id="benefits"');
    expect(whole).toContain(element);
    expect(whole).toContain('<script type="module" src="/assets/seen.js"></script>');
    expect(swapped).toContain(element);
    expect(modules).toContain('/assets/seen.js');
  }
});

test('A browser without script asks for an image instead, which no page has that is swapped in', async () => {
  const { whole, swapped } = await page([experiment]);
  expect(whole).toContain(`<noscript><img src="${TO}" alt="" hidden></noscript>`);
  expect(swapped).not.toContain(`<img src="${TO}"`);
});

test('A landing that a redirecting variation leads to watches the block, too', async () => {
  const [control, variation] = experiment.variations;
  if (control === undefined || variation === undefined) throw new Error('The experiment has two variations.');
  const led = {
    ...experiment,
    variations: [control, { ...variation, variant: 'landings/viral', redirects: true as const }],
  };
  expect((await page([led], 'landings/viral')).whole).toContain(element);
});

test('No other page grows by a byte', async () => {
  const { exposeOn: _, ...sent } = experiment;
  const plain = await page([sent]);
  expect(await page([{ ...experiment, status: 'paused' }])).toEqual(plain);
  expect(await page([])).toEqual(plain);
  const other = 'landings/black-friday';
  expect(await page([experiment], other)).toEqual(await page([], other));
});
