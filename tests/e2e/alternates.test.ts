import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';
import { openPages, type PageCase } from '#tests/helpers/documents.ts';

const origin = inject('origin');
const documents = Map.groupBy(openPages(), ({ id }) => id);

interface WrittenExperiment {
  readonly document: string;
  readonly variations: readonly { readonly variant?: string }[];
}

/** Documents that are variations of an experiment, by the document that is tested. */
const tested = new Map(
  listPaths('.', 'pages-config/experiments/*.json').flatMap((file) => {
    const { document, variations } = JSON.parse(readFileSync(file, 'utf8')) as WrittenExperiment;
    return variations.flatMap(({ variant }) => (variant === undefined ? [] : [[variant, document] as const]));
  }),
);

interface Links {
  readonly canonical: string | undefined;
  readonly alternates: Readonly<Record<string, string>>;
  readonly indexable: boolean;
}

/** What a search engine reads from the head of a page. */
async function listLinks({ path, locale }: PageCase): Promise<Links> {
  const response = await fetch(origin + path, { headers: { 'accept-language': locale }, redirect: 'manual' });
  const html = await response.text();
  const alternates = html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g);
  return {
    canonical: /<link rel="canonical" href="([^"]+)">/.exec(html)?.[1],
    alternates: Object.fromEntries([...alternates].map(([, hreflang = '', href = '']) => [hreflang, href])),
    indexable: !/<meta name="robots" content="[^"]*noindex/.test(html),
  };
}

test.for([...documents.entries()])(
  '%s names itself, or the document of which it is a variation, in every language',
  async ([id, pages]) => {
    const links = await Promise.all(pages.map(listLinks));
    const known = documents.get(tested.get(id) ?? '') ?? pages;
    const own = known.map(({ path }) => (path === '/' ? `${origin}/` : origin + path));
    expect(links.map(({ canonical }) => canonical)).toEqual(own);
    const all = { ...Object.fromEntries(pages.map(({ locale }, index) => [locale, own[index]])), 'x-default': own[0] };
    const expected = links.every(({ indexable }) => indexable) ? all : {};
    expect(links.map(({ alternates }) => alternates)).toEqual(links.map(() => expected));
  },
);

test('the English page has one canonical address with and without the prefix', async () => {
  const { canonical } = await listLinks({ id: 'landings/default', locale: 'en', route: '/', path: '/en', status: 200 });
  expect(canonical).toBe(`${origin}/`);
});
