import { test } from 'vitest';
import { examples, projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';

/** Of a whole page, or of its style sheets, which pages are examined with. */
const ofPages = ['color-contrast', 'heading-order', 'landmark-unique', 'page-has-heading-one', 'region', 'target-size'];

test('no example of any block has an accessibility mistake in its markup', async ({ expect }) => {
  const site = projectSite();
  const parts = examples.map(({ type, name, block }) => ({
    name: `${type}, ${name}`,
    markup: renderExample(block, { site, locale: 'de' }),
  }));
  await visit({ expectedMessages: /Failed to load resource|ERR_/ }, async ({ page }) => {
    // Each in a tree of its own, where its ids mean nothing to the others.
    await page.evaluate((all) => {
      document.documentElement.lang = 'de';
      document.title = 'Examples';
      for (const { name, markup } of all) {
        const host = document.createElement('div');
        host.id = name.replaceAll(/\W+/g, '-');
        host.attachShadow({ mode: 'open' }).innerHTML = markup;
        document.body.append(host);
      }
    }, parts);
    expect(await page.locator('body > div').count()).toBe(examples.length);
    expect(await accessibilityMistakes(page, ofPages)).toEqual([]);
  });
});
