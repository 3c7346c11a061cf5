import { afterAll, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { galleryPages } from '#tests/gallery/gallery-site.ts';
import { servePages } from '#tests/gallery/serve-pages.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { everything } from '#tests/helpers/documents.ts';
import { lengthenWords, sidewaysScroll, turnAround, unreadableWords } from '#tests/helpers/layout.ts';

const pages = (await galleryPages()).filter(({ kind }) => kind === 'example');
const { origin, server } = await servePages(async (index, query) => {
  const content = pages[index]?.content;
  if (content === undefined || typeof content === 'string') throw new Error(`There is no example ${index}.`);
  const theme = query.get('theme') === 'ink' ? 'ink' : 'day';
  return content(
    locales.find((locale) => locale === query.get('locale')),
    theme,
  );
});
afterAll(() => void server.close());

/** Only pages are served, nothing that watches a registration. */
const noServer = /WebSocket connection to '[^']+\/graphql' failed/;

/** A block alone is no whole page. */
const ofPages = ['heading-order', 'landmark-unique', 'page-has-heading-one', 'region'];

const examples = pages.map(({ group, name }, index) => ({ index, block: group, name }));
/** Each in both themes; in the suite the themes take turns, and of further examples of a block every second one is shown. */
const shown = examples
  .filter(({ block, index }) => everything || index % 2 === 0 || examples[index - 1]?.block !== block)
  .flatMap((one) =>
    (['day', 'ink'] as const)
      .filter((_, theme) => everything || one.index % 2 === theme)
      .map((theme) => ({ ...one, theme, locale: one.index % 4 < 2 ? 'de' : 'pl' })),
  );

test('there are examples to look at', ({ expect }) => {
  expect(shown.length).toBeGreaterThan(40);
});

test.concurrent.for(shown)(
  '$block, $name, by $theme in $locale: fits 320 px, keeps to the contrast it is painted in, and gives way to longer words and the other direction',
  async ({ index, theme, locale }, { expect }) => {
    await visit({ size: 'narrow', reducedMotion: 'reduce', expectedMessages: noServer }, async ({ page }) => {
      await page.goto(`${origin}/page/${index}?theme=${theme}&locale=${locale}`);
      expect.soft(await sidewaysScroll(page), 'sideways scroll at 320 px').toBe(0);
      expect.soft(await unreadableWords(page), 'words at 320 px').toEqual([]);
      expect.soft(await accessibilityMistakes(page, ofPages), 'accessibility').toEqual([]);
      await turnAround(page);
      expect.soft(await sidewaysScroll(page), 'sideways scroll from right to left').toBe(0);
      expect.soft(await unreadableWords(page), 'words from right to left').toEqual([]);
      await page.reload();
      await lengthenWords(page);
      expect.soft(await sidewaysScroll(page), 'sideways scroll with longer words').toBe(0);
      const cut = (await unreadableWords(page)).filter((word) => word.includes('cut off'));
      expect.soft(cut, 'longer words').toEqual([]);
    });
  },
);
