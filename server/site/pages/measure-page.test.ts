import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import type { Template } from '#engine/compile/types.ts';
import type { ResolvedBlock } from '#engine/documents/types.ts';
import { sampleSite, sampleTemplate } from '#tests/helpers/small-site.ts';
import { EncodedPageCache } from './encoded-page-cache.ts';
import { hashJob, encode, createEncodeJob } from './encode-page.ts';
import { createPageSource } from './page-source.ts';
import { createPageSizer, type MeasuredPage } from './measure-page.ts';

const client = mkdtempSync(join(tmpdir(), 'vitrine-weigh-'));
afterAll(() => rmSync(client, { recursive: true }));
mkdirSync(join(client, 'assets'));
const script = `export const letters = '${randomBytes(3_000).toString('base64')}';`;
writeFileSync(join(client, 'assets/element.js'), script);

const page = sampleTemplate({ document: 'landings/default', locale: 'de' });
const withBody = (body: string, cost: Partial<Template['cost']> = {}): Template => ({
  ...page,
  parts: [...page.parts, body],
  tail: [],
  cost: { ...page.cost, ...cost },
});

/** The page as a build makes it. */
function buildMeasured(template: Template): MeasuredPage {
  const job = createEncodeJob(createPageSource(template));
  return { job, encoded: encode(job, 'quick'), content: hashJob(job), isBest: false };
}

/** No page was sent before. */
const never = { contents: () => Promise.resolve(new Set<string>()), read: () => Promise.resolve(null) };

test('A page that a server has sent before weighs what it weighed then', async () => {
  const template = withBody('<p>Come in.</p>'.repeat(200));
  const cache = new EncodedPageCache(join(client, 'kept'));
  const made = buildMeasured(template);
  const sent = encode(made.job, 'best');
  await cache.write(made.content, sent);
  expect(await createPageSizer(sampleSite(), client, cache)(template, made)).toMatchObject({ html: sent.br.length });
});

test('A page counts with the scripts that it loads at once and the images of its first screen', async () => {
  const scale = createPageSizer(sampleSite(), client, never);
  const weigh = (template: Template) => scale(template, buildMeasured(template));
  const image = (bytes: number | undefined) => ({ path: 'assets/images/satin.avif', bytes });
  const body = '<script type="module" src="/assets/element.js"></script>';
  const scripts = brotliCompressSync(script).length;
  expect(await weigh(withBody(body, { firstImages: [image(4_000), image(500)] }))).toMatchObject({
    document: 'landings/default',
    locale: 'de',
    scripts: expect.closeTo(scripts, -2),
    images: 4_500,
    heaviest: [],
  });
  expect(await weigh(withBody('', { firstImages: [image(undefined)] }))).toMatchObject({
    scripts: 0,
    images: null,
  });
});

test('A page over the budget is weighed as it is sent, and its heaviest parts are named', async () => {
  const small = sampleSite();
  const block = (id: string): ResolvedBlock => ({ id, type: 'hero', area: 'main', props: {}, blocks: [] });
  const landing = { ...small.documents.values().next().value, blocks: [block('hero'), block('footer/links')] };
  const site = {
    ...small,
    config: { ...small.config, weight: { page: 2_000 } },
    documents: new Map([['landings/default', landing]]),
  } as typeof small;
  const body = `<main><section id="hero">${randomBytes(1_000).toString('hex')}</section><section id="footer-links">${randomBytes(3_000).toString('hex')}</section></main>`;
  const template = withBody(body, { inlineStyle: 4_000 });
  const sent = brotliCompressSync(template.parts.join('') + template.end).length;
  const { html, heaviest } = await createPageSizer(site, client, never)(template, buildMeasured(template));
  expect(Math.abs(html - sent)).toBeLessThan(20);
  expect(heaviest.map((part) => part.split(' (')[0])).toEqual([
    'the block "footer/links"',
    'styles',
    'the block "hero"',
  ]);
});
