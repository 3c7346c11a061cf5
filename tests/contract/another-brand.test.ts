import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import { withBrand } from '#engine/compile/brand-styles.ts';
import { createCompiler } from '#engine/compile/index.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';
import type { Site } from '#engine/documents/types.ts';
import { listDefaultPages } from '#server/site/store/default-pages.ts';
import { exampleBrand, projectBrand } from '#tests/helpers/brand.ts';
import { fixtureSite } from '#tests/helpers/fixture-site.ts';
import { renderSampleMail } from '#tests/helpers/sample-mails.ts';
import { brandFile, type Changes, furtherBrand, resolveSmall } from '#tests/helpers/small-project.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

const brands: Readonly<Record<'own' | 'other', Brand>> = { own: projectBrand(), other: exampleBrand };
let folder = '';
const made = new Map<string, AssetManifest>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brands-'));
  for (const [name, brand] of Object.entries(brands)) {
    const image = { src: 'images/satin/wine-29.jpg', crop: { x: 0.4, y: 0.3, width: 0.1, height: 0.1 } };
    const site = { ...fixtureSite({ images: [image] }), brand };
    const places = { root: '.', outDir: join(folder, name), cacheDir: join(folder, 'cache') };
    made.set(name, (await prepareAssets({ ...places, site })).manifest);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const file = (name: keyof typeof brands, path: string | undefined): Promise<Buffer> =>
  readFile(join(folder, name, path ?? ''));

/** A page of the small project in another brand. */
async function pageIn(brand: Brand): Promise<string> {
  const result = resolveSmall();
  if (!result.ok) throw new Error('The small project has mistakes.');
  const site: Site = { ...result.site, brand };
  const compiler = createCompiler({ assets: stubSiteAssets(site), client: noClient, buildId: 'test' });
  const [page] = listDefaultPages(site, Date.parse('2026-11-20'));
  if (page === undefined) throw new Error('The small project has no page.');
  const { parts } = await compiler.compile({ site, ...page });
  return parts.filter((part) => typeof part === 'string').join('');
}

test('the browser around a page takes the ground of the brand by day and by night', async () => {
  const colours = async (brand: Brand) =>
    [...(await pageIn(brand)).matchAll(/<meta name="theme-color"[^>]* content="([^"]+)">/g)].map(
      ([, colour]) => colour,
    );
  expect(await colours(brands.own)).toEqual(['#F6F1E9', '#14120F']);
  expect(await colours(brands.other)).toEqual(['#F4F7F6', '#16211E']);
});

test('style sheets get its colours and fonts, and nothing of a brand is left open', async () => {
  const tokens = await readFile('blocks/tokens.css', 'utf8');
  const [own, other] = [withBrand(tokens, brands.own), withBrand(tokens, brands.other)];
  expect(own).toContain('--c-oxblood:#6b1221;');
  expect(own).toContain('--accent: light-dark(var(--c-oxblood), var(--c-champagne));');
  expect(other).toContain('--c-pine:#1f5a45;');
  expect(other).toContain('--accent: light-dark(var(--c-pine), var(--c-mint));');
  expect(other).toContain('--serif: "Bodoni Moda Variable", Georgia, serif;');
  expect(other).not.toContain('oxblood');
  expect(own + other).not.toMatch(/var\(--brand-/);
});

test('a style sheet that asks a brand for what no brand says is a bug', () => {
  expect(() => withBrand('a{color:var(--brand-day-glow)}', brands.own)).toThrow('"--brand-day-glow"');
});

test('the icons of the tab and of home screens are its emblem in its colours', async () => {
  const tab = (await file('other', made.get('other')?.icons.svg)).toString();
  expect(tab).toContain('<path d="M4 20 12 4l8 16z"/>');
  expect(tab).toMatch(/stroke:#1F5A45.*stroke:#9AD8BD/);
  expect((await file('own', made.get('own')?.icons.svg)).toString()).toContain('<circle cx="24" cy="24" r="21"/>');
  const corner = async (name: keyof typeof brands) => {
    const { data } = await sharp(await file(name, made.get(name)?.icons.touch))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data.subarray(0, 3)];
  };
  expect(await corner('own')).toEqual([0x6b, 0x12, 0x21]);
  expect(await corner('other')).toEqual([0x1f, 0x5a, 0x45]);
});

test('the card of a link preview has its colours, and another file name', async () => {
  const paper = async (name: keyof typeof brands) => {
    const path = made.get(name)?.openGraph['landings/default:en'];
    const { data } = await sharp(await file(name, path))
      .extract({ left: 70, top: 70, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data.subarray(0, 3)];
  };
  expect(await paper('own')).toEqual([255, 253, 249].map((byte) => expect.closeTo(byte, -1)));
  expect(await paper('other')).toEqual([255, 255, 255].map((byte) => expect.closeTo(byte, -1)));
  expect(made.get('other')?.openGraph).not.toEqual(made.get('own')?.openGraph);
});

test('mails have its colours and fonts, and an envelope only where the brand has one', () => {
  const branding = (brand: Brand) => () => ({ theme: brand.mails, organization: { legalName: 'x' }, links: {} });
  const mail = (brand: Brand) => renderSampleMail('voucher', 'en', { name: 'x', branding: branding(brand) }).html;
  const [own, other] = [mail(brands.own), mail(brands.other)];
  expect(own).toContain('cid:flap.png@letter');
  expect(own).toContain('.btn{background:#C8A766!important}');
  expect(other).not.toContain('cid:');
  expect(other).toContain('.btn{background:#9AD8BD!important}');
  expect(other).toContain('bgcolor="#1F5A45"');
  const of = (brand: Brand) => Object.values(brand.colours);
  const foreign = of(brands.own).filter((colour) => !of(brands.other).includes(colour));
  expect(foreign.filter((colour) => other.includes(colour))).toEqual([]);
});

test('the drawing of the emblem on pages is that of the brand', async () => {
  for (const brand of Object.values(brands)) {
    const page = await pageIn(brand);
    const symbol = /<symbol id="i-ring" viewBox="([^"]+)">(.*?)<\/symbol>/.exec(page);
    expect(symbol?.[1]).toBe(`0 0 ${brand.emblem.size} ${brand.emblem.size}`);
  }
});

test('a page of a further brand has its name, colours, fonts and icons, and all other pages stay byte-equal', async () => {
  const named = (text: string): string => text.replace('"layout"', '"brand": "brands/osteria", "layout"');
  const changes: readonly Changes[] = [
    {},
    {
      [brandFile]: furtherBrand({ home: 'landings/default' }, { background: '#F1EDE0' }),
      'pages-config/landings/default.json': named,
    },
  ];
  const [plain, branded] = changes.map((change) => {
    const result = resolveSmall(change);
    if (!result.ok) throw new Error('The small project has mistakes.');
    return result.site;
  });
  if (plain === undefined || branded === undefined) return;
  const assets = {
    ...stubSiteAssets(branded),
    brands: {
      'brands/osteria': {
        fonts: { css: '', preload: ['osteria.woff2'] },
        icons: { svg: 'osteria.svg', touch: 'o.png' },
      },
    },
  };
  const compiler = createCompiler({ assets, client: noClient, buildId: 'test' });
  const compile = async (site: Site, document: string) => {
    const page = [...listDefaultPages(site, Date.parse('2026-11-20'))].find((each) => each.document === document);
    if (page === undefined) throw new Error(`There is no ${document}.`);
    return compiler.compile({ site, ...page });
  };
  const page = await compile(branded, 'landings/default');
  const html = page.parts.filter((part) => typeof part === 'string').join('');
  expect(html).toContain(' data-brand="brands/osteria"');
  expect(html).toContain('<meta property="og:site_name" content="Osteria">');
  expect(html).toContain('content="#F1EDE0"');
  expect(html).toContain('href="/osteria.svg"');
  expect(page.link).toContain('</osteria.woff2>');
  expect(page.navigation.brand).toBe('brands/osteria');
  const other = 'pages/about-us';
  expect(await compile(branded, other)).toEqual(await compile(plain, other));
});
