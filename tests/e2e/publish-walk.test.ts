import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminServer, startAdminServer } from '#tests/helpers/admin-server.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
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
    await expect
      .poll(() => page.locator('ins').allTextContents())
      .toEqual(expect.arrayContaining(Object.values(headlines).map((text) => expect.stringContaining(text))));
    await page.getByLabel('Note').fill('Spring headline');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published.').waitFor();
    for (const locale of ['en', 'de', 'fr'] as const)
      await expect.poll(() => shown(headlines[locale], locale), { timeout: 20_000 }).toBe(true);

    await page.getByRole('link', { name: 'All publications' }).click();
    await page.getByText('Restore the release').click();
    await page.getByLabel('Note').fill('Back');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Restore and publish' }).click();
    await page.getByText('Restored.').waitFor();
    await expect.poll(() => shown(headlines.de, 'de'), { timeout: 20_000 }).toBe(false);
  });
});

test('in the studio a click on the page selects a block, and what is typed is on the page and in the draft, until it is undone', async () => {
  const { backend, subject } = admin;
  const { id } = await backend.publications.createDraft({ name: 'Studio', actor: subject });
  const text = 'A studio of our own';
  const isInDraft = async (): Promise<boolean> => {
    const url = `${admin.server.origin}/do/admin/file/draft-page?draft=${id}&document=pages/about-us&locale=en`;
    return (await (await fetch(url, { headers: { cookie: `admin=${admin.token}` } })).text()).includes(text);
  };
  await visit({ locale: 'en', size: 'desktop' }, async ({ page }) => {
    await admin.open(page, `/admin/content?document=pages/about-us&draft=${id}`);
    await page.getByRole('link', { name: 'Open in the studio' }).click();
    const frame = page.frameLocator('iframe[title="The page"]');
    const title = frame.getByRole('heading', { level: 1 });
    await title.click({ timeout: 30_000 });
    const outline = page.getByRole('tree', { name: 'Outline' });
    await outline.getByRole('treeitem', { selected: true }).waitFor();
    const field = page.getByRole('group', { name: 'Title', exact: true }).getByLabel('English');
    const was = await field.inputValue();
    await field.fill(text);
    await title.filter({ hasText: text }).waitFor();
    await page.getByText('Saved in the draft.').waitFor();
    expect(await isInDraft()).toBe(true);

    // A second click edits the text where it is: nothing typed, nothing changed.
    await page.reload();
    await title.filter({ hasText: text }).click({ timeout: 30_000 });
    await title.click();
    const inPlace = page.getByLabel('Text in English, edited on the page');
    await inPlace.fill('Another studio');
    await frame.locator('h1', { hasText: 'Another studio' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await title.filter({ hasText: text }).waitFor();
    await inPlace.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe(text);
    await page.keyboard.press('Control+z');
    expect(await field.inputValue()).toBe(was);
    await expect.poll(isInDraft).toBe(false);
    await page.keyboard.press('Control+d');
    await outline.getByRole('treeitem', { name: 'Notice' }).nth(1).waitFor();
    // A second heading of this level refuses the page, which stays as it was.
    await page.getByText('The last good one is shown.').waitFor();
    await page.getByRole('group', { name: 'Title', exact: true }).getByText('single-h1').waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('The last good one is shown.').waitFor({ state: 'detached' });
    await outline.getByRole('treeitem').first().focus();
    // An illustration has no text on the page.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.closest('.properties') !== null)).toBe(true);

    // By keyboard alone: into the text on the page, out of it, and the block off the page and back.
    for (const key of ['Escape', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await inPlace.waitFor();
    expect(await accessibilityMistakes(page)).toEqual([]);
    const typed = await inPlace.inputValue();
    await inPlace.pressSequentially(', in place');
    await page.keyboard.press('Enter');
    await frame.getByText(`${typed}, in place`).waitFor();
    await page.keyboard.press('h');
    await frame.getByText(`${typed}, in place`).waitFor({ state: 'detached' });
    await outline.getByRole('treeitem', { selected: true, name: 'Hidden' }).waitFor();
    await page.keyboard.press('h');
    await frame.getByText(`${typed}, in place`).waitFor();
    await page.getByText('Saved in the draft.').waitFor();

    // Beside what is published, and in all languages.
    await page.getByText('View', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Beside the page' }).selectOption('The published page');
    await page.getByText('View', { exact: true }).click();
    await page.getByText('Differences: 1 The published page').waitFor();
    await page.getByRole('button', { name: 'All versions' }).click();
    const cells = page.getByRole('region', { name: '390' }).getByRole('listitem');
    await cells.nth(0).getByRole('button', { name: 'Differences: 1' }).waitFor();
    await cells.nth(1).getByText('No differences').waitFor();
    expect(await accessibilityMistakes(page)).toEqual([]);
  });
});
