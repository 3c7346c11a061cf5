import { expect, test } from 'vitest';
import { projectSite } from '#tests/contract/project.ts';
import { prewarmPages } from './prewarm-pages.ts';

const site = projectSite();

/** What the log says of a site whose pages are in a build or not. */
async function warnings(options: { readonly built: boolean; readonly atHand: string | null }): Promise<string[]> {
  const said: string[] = [];
  await prewarmPages({
    siteStore: { current: site },
    pages: {
      bytes: 0,
      maxBytes: 1,
      prepare: () => Promise.resolve(false),
      isAtHand: (_site, { locale }) => locale === options.atHand,
    },
    log: { info: () => undefined, error: () => undefined, warn: (text: unknown) => void said.push(String(text)) },
    built: options.built,
    ahead: false,
  });
  return said;
}

test('a server says so when the build was made for another site', async () => {
  expect(await warnings({ built: true, atHand: null })).toEqual([
    expect.stringContaining('PUBLIC_ORIGIN and ENVIRONMENT may differ'),
  ]);
});

test('it says nothing when some pages have changed since, or when a build made none', async () => {
  expect(await warnings({ built: true, atHand: 'de' })).toEqual([]);
  expect(await warnings({ built: false, atHand: null })).toEqual([]);
});
