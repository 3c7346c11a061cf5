import { expect, test } from 'vitest';
import type { PageContext } from '#engine/block-kit/types.ts';
import { createFragmentCache } from './fragment-cache.ts';
import type { Frame, RenderedPart } from './render-body.tsx';

const page: PageContext = {
  locale: 'en',
  document: 'landings/default',
  path: '/',
  homeHref: '/',
  siteName: 'House',
  shortName: 'House',
  theme: 'day',
  facets: {},
  languages: [],
  actionBase: '/do/',
  forms: {},
};
const frame: Frame = { layout: { component: () => null, css: '' }, strings: {}, areas: [] };
const part = (digest: string): RenderedPart => ({
  pieces: [],
  digest,
  usedIcons: new Set(),
  tail: new Map(),
  colours: new Set(),
  sheets: new Set(),
  firstImages: new Map(),
});

/** Renders a component that reads the theme of its page. */
function stage() {
  const parts = createFragmentCache();
  let times = 0;
  return (of: PageContext, isPersonal = false): Promise<string> =>
    parts
      .rendered(
        frame,
        of,
        async ({ theme }) => {
          times += 1;
          return part(`${theme} ${times}`);
        },
        () => undefined,
        isPersonal,
      )
      .then(({ digest }) => digest);
}

test('A part is rendered again only where what it asked of its page is another answer', async () => {
  const render = stage();
  expect(await render(page)).toBe('day 1');
  expect(await render({ ...page, path: '/elsewhere', document: 'landings/viral' })).toBe('day 1');
  expect(await render({ ...page, theme: 'ink' })).toBe('ink 2');
  expect(await render(page)).toBe('day 1');
});

test('A page rendered with input of a visitor is not cached', async () => {
  const render = stage();
  expect(await render(page, true)).toBe('day 1');
  expect(await render(page, true)).toBe('day 2');
  expect(await render(page)).toBe('day 3');
  expect(await render(page, true)).toBe('day 3');
});
