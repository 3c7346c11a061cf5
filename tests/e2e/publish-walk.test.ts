import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminServer, startAdminServer } from '#tests/helpers/admin-server.ts';
import { visit } from '#tests/helpers/browser.ts';

let admin: AdminServer;
beforeAll(async () => {
  admin = await startAdminServer();
}, 60_000);
afterAll(() => admin.stop());

const headlines = { en: 'Spring is here', de: 'Der Frühling ist da', fr: 'Voici le printemps' } as const;
const paths = { en: '/about-us', de: '/de/about-us', fr: '/fr/about-us' } as const;

const shown = async (text: string, locale: keyof typeof paths): Promise<boolean> =>
  (await (await fetch(admin.server.origin + paths[locale])).text()).includes(text);

test('without a script a headline is changed in three languages, published, read by visitors, and rolled back', async () => {
  await visit({ locale: 'en', size: 'desktop', javaScriptEnabled: false }, async ({ page }) => {
    await admin.open(page, '/admin/content?q=about-us');
    await page
      .getByRole('link', { name: /^About us|About/ })
      .first()
      .click();
    await page.getByLabel('Name of the draft').fill('Spring');
    await page.getByRole('button', { name: 'Create draft' }).click();
    await page.getByLabel('Part of a text').fill('about.title');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('rowheader').getByRole('link').first().click();
    const texts = page.getByRole('group', { name: /about\.title/ });
    await texts.getByLabel('English').fill(headlines.en);
    await texts.getByLabel('Deutsch').fill(headlines.de);
    await texts.getByLabel('Français').fill(headlines.fr);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Texts saved in the draft: 3.').waitFor();
    expect(await shown(headlines.en, 'en')).toBe(false);

    await page.getByRole('link', { name: 'Review and publish' }).click();
    expect(await page.locator('ins').allTextContents()).toEqual(
      expect.arrayContaining(Object.values(headlines).map((text) => expect.stringContaining(text))),
    );
    await page.getByLabel('Note').fill('Spring headline');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published.').waitFor();
    for (const locale of ['en', 'de', 'fr'] as const)
      await expect.poll(() => shown(headlines[locale], locale), { timeout: 20_000 }).toBe(true);

    await page.getByRole('link', { name: 'All publications' }).click();
    await page.getByLabel('Note').fill('Back');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Restore and publish' }).click();
    await page.getByText('Restored.').waitFor();
    await expect.poll(() => shown(headlines.de, 'de'), { timeout: 20_000 }).toBe(false);
  });
});
