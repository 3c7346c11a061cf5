import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminServer, startAdminServer } from '#tests/helpers/admin-server.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { clickInFrame, visit } from '#tests/helpers/browser.ts';
import { openSharedPostgres, type PostgresDatabases } from '#tests/helpers/postgres.ts';
import { isFirefox } from '#tests/setup/launch-browser.ts';
import { root } from '#server/platform/paths.ts';

let postgres: PostgresDatabases | null;
let admin: AdminServer;
let folder: string;
beforeAll(async () => {
  // Two servers cannot share an embedded database.
  postgres = await openSharedPostgres();
  if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
  const database = { DATABASE_URL: await postgres.createMigratedDatabase() };
  admin = await startAdminServer({ PUBLISHING_APPROVAL: 'second-person', ...database });
  folder = await mkdtemp(join(tmpdir(), 'vitrine-walk-'));
}, 60_000);
afterAll(async () => {
  await admin.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const headlines = { en: 'Spring is here', de: 'Der Frühling ist da', fr: 'Voici le printemps' } as const;
const paths = { en: '/about-us', de: '/de/about-us', fr: '/fr/about-us' } as const;
/** Chromium's note of a form that was refused. */
const REFUSED = /status of 422/;
/** The texts of one headline; the page with them was opened by its list. */
const headline = (page: Page): Locator => page.getByRole('group', { name: /about\.title/ });

/** Signs an author of this name in. */
async function signInAuthor(page: Page, name: string): Promise<void> {
  const { backend, server } = admin;
  const email = `${name.toLowerCase()}@example.com`;
  const made = await backend.staff.createAdmin({ email, name, password: null, group: 'author' });
  const subject = made.outcome === 'created' ? made.admin.id : '';
  const { token } = await backend.staff.issueAccessToken({ role: 'admin', subject, replaces: null });
  await page.context().addCookies([{ name: 'admin', value: token, url: server.origin }]);
}

/** Day and time in a field of local time, on the next Friday. */
function nextFriday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + ((4 - day.getUTCDay() + 7) % 7) + 1);
  return `${day.toISOString().slice(0, 10)}T18:00`;
}

test('without a script headlines in three languages and a campaign page are drafted, previewed on a phone, published by a second person on two servers, brought to git, and rolled back; each mistake is refused in words', async () => {
  const { server } = admin;
  const other = await admin.startOther();
  const isSent = async (path: string, text: string): Promise<boolean> => {
    const pages = [server, other].map(async ({ origin }) => (await fetch(origin + path)).text());
    return (await Promise.all(pages)).every((page) => page.includes(text));
  };

  const { preview, publish } = await visit(
    { locale: 'en', size: 'desktop', javaScriptEnabled: false, expectedMessages: REFUSED },
    async ({ page }) => {
      const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
      const follow = (name: string | RegExp): Promise<void> => page.getByRole('link', { name }).first().click();
      await signInAuthor(page, 'Mia');
      await page.goto(`${server.origin}/admin/content?q=about-us`);
      await follow(/^About/);
      await page.getByLabel('Name of the draft').fill('Spring');
      await press('Create draft');
      await page.waitForURL(/draft=/);
      await page.getByLabel('Part of a text').fill('about.title');
      await press('Search');
      await page.waitForURL(/about\.title/);
      await page.getByRole('rowheader').getByRole('link').first().click();
      const place = page.url();
      await headline(page).getByLabel('English').fill(headlines.en);
      await headline(page).getByLabel('Deutsch').fill('');
      await headline(page).getByLabel('Français').fill(headlines.fr);
      await press('Save draft');
      await page.getByText('Enter a text: visitors read it in this language.').waitFor();

      await visit({ locale: 'en', size: 'desktop' }, async ({ page: second }) => {
        await signInAuthor(second, 'Otto');
        await second.goto(place);
        await headline(second).getByLabel('English').fill('Another headline');
        await second.getByRole('button', { name: 'Save draft' }).click();
        await second.getByText('Texts saved in the draft: 1.').waitFor();
      });
      await headline(page).getByLabel('Deutsch').fill(headlines.de);
      await press('Save draft');
      await page.getByText('Nothing was saved. The form below contains your input.').waitFor();
      await page.getByRole('cell', { name: 'Another headline' }).waitFor();
      expect(await headline(page).getByLabel('English').inputValue()).toBe(headlines.en);
      await press('Save draft');
      await page.getByText('Texts saved in the draft: 3.').waitFor();
      expect(await isSent(paths.en, headlines.en)).toBe(false);

      const draft = new URL(page.url()).searchParams.get('draft') ?? '';
      await page.goto(`${server.origin}/admin/content?new=template&draft=${draft}`);
      await page.getByLabel('Id and address of the landing page').fill('about-us');
      await press('Create');
      await page.getByText(/by pages\/about-us/).waitFor();
      await page.getByLabel('Id and address of the landing page').fill('spring-dinner');
      await press('Create');
      await page.getByText('The page is created in the draft.').waitFor();
      await follow('Images');
      await follow('hero');
      const zip = join(folder, 'picture.png');
      await writeFile(zip, 'PK\u0003\u0004');
      await page.getByLabel('Or upload a file').setInputFiles(zip);
      await press('Save draft');
      await page.getByText('The file holds no JPEG, PNG, WebP or AVIF').waitFor();
      await page.getByLabel('Or upload a file').setInputFiles(join(root, 'images/satin/ivory-41.jpg'));
      await page.getByLabel('English').fill('White satin in folds');
      await press('Save draft');
      await page.getByText('The image is saved in the draft.').waitFor();
      await follow('Page settings');
      await page.getByLabel('Time zone').fill('Berlin');
      await page.getByLabel('Start').fill(nextFriday());
      await press('Save draft');
      await page.getByText('This value is not possible here. Such as Europe/Berlin.').waitFor();
      await page.getByLabel('Time zone').fill('Europe/Berlin');
      await press('Save draft');
      await page.getByText('The settings are saved in the draft.').waitFor();

      await page.goto(`${server.origin}/admin/drafts?draft=${draft}`);
      await page.getByText('New preview link').click();
      const first = page.getByLabel('First page');
      await first.selectOption({ label: await first.locator('option', { hasText: '/spring-dinner' }).innerText() });
      await page.getByLabel('Time', { exact: true }).fill(nextFriday());
      await page.getByLabel('Country').fill('Sweden');
      await press('Create link');
      await page.locator('[aria-invalid=true]').and(page.getByLabel('Country')).waitFor();
      await page.getByLabel('Country').fill('SE');
      await press('Create link');
      const made = await page.getByRole('link', { name: 'Open preview' }).getAttribute('href');

      await page.goto(`${server.origin}/admin/publish?draft=${draft}`);
      await page.getByText('Publishing needs the group Publisher or Administrator.').waitFor();
      expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0);
      await page.getByLabel('Note for the approval').fill('For Friday evening');
      await press('Submit for approval');
      await page.getByText('The draft is submitted for approval.').waitFor();
      return { preview: made ?? '', publish: page.url() };
    },
  );

  await visit({ locale: 'en' }, async ({ page }) => {
    await page.goto(preview);
    await page.getByText('Draft “Spring”').first().waitFor();
    await page.getByAltText('White satin in folds').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await page.context().cookies()).toEqual([]);
  });

  await visit(
    { locale: 'en', size: 'desktop', javaScriptEnabled: false, expectedMessages: REFUSED },
    async ({ page }) => {
      await admin.open(page, '/admin');
      await page.getByText('Drafts awaiting approval: 1').waitFor();
      await admin.open(page, new URL(publish).pathname + new URL(publish).search);
      await page.getByText('For Friday evening').waitFor();
      await expect
        .poll(() => page.locator('ins').allTextContents())
        .toEqual(expect.arrayContaining(Object.values(headlines).map((text) => expect.stringContaining(text))));
      const note = page.getByLabel('Note');
      await note.fill('Spring headline');
      await page.getByLabel('Date and time').fill('2020-01-01T10:00');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Enter a time in the future.').waitFor();
      expect(await note.inputValue()).toBe('Spring headline');
      await page.getByLabel('Date and time').fill('');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Published.', { exact: true }).waitFor();
      expect(await (await fetch(server.origin + paths.de)).text()).toContain(headlines.de);
      for (const locale of ['en', 'de', 'fr'] as const)
        await expect.poll(() => isSent(paths[locale], headlines[locale])).toBe(true);
      expect((await fetch(`${other.origin}/spring-dinner`)).status).toBe(404);

      const { stdout } = await promisify(execFile)(process.execPath, ['commands/pull.ts', '--dry-run'], {
        cwd: root,
        env: { ...process.env, ...admin.settings },
      });
      for (const file of ['locales/de/about.json', 'pages-config/landings/spring-dinner.json'])
        expect(stdout).toContain(`${file}  would be written, as of publication 1`);
      expect(stdout).toMatch(/images\/uploads\/ivory-41-\w+\.jpg {2}would be written, as it was uploaded/);

      // A process that starts after the publication, as in a deploy.
      await other.stop();
      const next = await admin.startOther();
      await expect.poll(async () => (await fetch(next.origin + paths.de)).text()).toContain(headlines.de);
      await next.stop();

      await page.getByRole('link', { name: 'All publications' }).click();
      await page.getByText('Restore the release').click();
      await page.getByLabel('Note').fill('x'.repeat(1_001));
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('Enter at most 1,000 characters.').waitFor();
      await page.getByLabel('Note').fill('Back');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Restore and publish' }).click();
      await page.getByText(/^Restored\./).waitFor();
      await expect.poll(async () => (await fetch(server.origin + paths.de)).text()).not.toContain(headlines.de);
    },
  );
});

/** Presses the tab key until an element has the focus. Without a window around it, Firefox does not go from the last element to the first. */
async function reach(target: Locator): Promise<void> {
  const page = target.page();
  await target.waitFor();
  const hasFocus = (): Promise<boolean> => target.evaluate((element) => element.matches(':focus'));
  if (isFirefox()) await target.focus();
  for (let pressed = 0; !(await hasFocus()); pressed += 1) {
    if (pressed > 400) throw new Error(`The tab key does not lead to ${target.toString()}.`);
    await page.keyboard.press('Tab');
  }
}

async function activate(target: Locator): Promise<void> {
  await reach(target);
  await target.page().keyboard.press('Enter');
}

/** The list with an item before the one that it followed. */
const swapped = (items: readonly string[], index: number): readonly string[] =>
  items.toSpliced(index - 1, 2, items[index] ?? '', items[index - 1] ?? '');

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
    const outline = page.getByRole('tree', { name: 'Outline' });
    // Until the outline is shown, the page takes no clicks.
    await outline.getByRole('treeitem').first().waitFor();
    await clickInFrame(title);
    await outline.getByRole('treeitem', { selected: true }).waitFor();
    const field = page.getByRole('group', { name: 'Title', exact: true }).getByLabel('English');
    const was = await field.inputValue();
    await field.fill(text);
    await title.filter({ hasText: text }).waitFor();
    await page.getByText('Saved in the draft.').waitFor();
    expect(await isInDraft()).toBe(true);

    // A second click edits the text where it is: nothing typed, nothing changed.
    await page.reload();
    await outline.getByRole('treeitem').first().waitFor();
    await clickInFrame(title.filter({ hasText: text }));
    await clickInFrame(title);
    const inPlace = page.getByLabel('Text in English, edited on the page');
    await inPlace.fill('Another studio');
    await frame.locator('h1', { hasText: 'Another studio' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await title.filter({ hasText: text }).waitFor();
    await inPlace.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe(text);
    await page.keyboard.press('Control+z');
    await expect.poll(() => field.inputValue()).toBe(was);
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
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.closest('.properties') !== null)).toBe(true);

    // From here on by keyboard alone: into the text on the page, out of it, and the block off the page and back.
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

    // In all languages at once, and as JSON: each shows what was typed into the other.
    await activate(page.getByRole('button', { name: 'Texts', exact: true }));
    await reach(page.getByRole('region', { name: 'Texts of' }).getByLabel('Deutsch').first());
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Fast fertig');
    await activate(page.getByRole('button', { name: 'Close', exact: true }));
    await reach(page.getByRole('tab', { name: 'Properties' }));
    await page.keyboard.press('ArrowRight');
    const json = page.getByRole('textbox', { name: 'JSON' });
    await reach(json);
    const written = await json.innerText();
    await json.press('Control+Home');
    await json.press('End');
    await json.pressSequentially('?');
    await page.getByText('This is not JSON yet').waitFor();
    expect(await accessibilityMistakes(page)).toEqual([]);
    await json.press('Backspace');
    await page.getByText('This is not JSON yet').waitFor({ state: 'hidden' });
    // The text stays as it is typed, whatever order its file has.
    await json.pressSequentially('"hidden": true,');
    await outline.getByRole('treeitem', { selected: true, name: 'Hidden' }).waitFor();
    expect(await json.innerText()).toMatch(/^\{"hidden": true,/);
    await expect
      .poll(async () => {
        await json.press('Control+z');
        return json.innerText();
      })
      .toBe(written);
    await reach(page.getByRole('tab', { name: 'JSON' }));
    await page.keyboard.press('ArrowLeft');

    // A block is chosen by its picture, put in its place and written.
    await activate(page.getByRole('button', { name: 'Insert a block' }));
    await reach(page.getByRole('searchbox', { name: 'Search blocks' }));
    await page.keyboard.type('quotes');
    await page.frameLocator('iframe[title^="Quotes: "] >> nth=0').locator('blockquote').first().waitFor();
    expect(await accessibilityMistakes(page)).toEqual([]);
    await activate(page.getByRole('button', { name: /^Quotes/ }).first());
    const quotes = outline.getByRole('treeitem', { name: 'Quotes', selected: true });
    await quotes.waitFor();
    await reach(quotes);
    const order = await outline.getByRole('treeitem').allTextContents();
    await page.keyboard.press('Alt+ArrowUp');
    await expect
      .poll(() => outline.getByRole('treeitem').allTextContents())
      .toEqual(swapped(order, order.indexOf(await quotes.innerText())));
    await page.keyboard.press('Enter');
    await inPlace.waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Words of our guests');
    await page.keyboard.press('Enter');
    await frame.getByText('Words of our guests').first().waitFor();
    await page.getByText('Saved in the draft.').waitFor();

    // What the draft changes, and how large the page is, as the page that publishes it says.
    const facts = page.locator('.facts summary');
    await facts.getByText('Pages changed: 1').waitFor();
    const publishing = await page.context().newPage();
    await publishing.goto(`${admin.server.origin}/admin/publish?draft=${id}`);
    const row = await publishing.getByRole('row', { name: /pages\/about-us/ }).innerText();
    await publishing.close();
    // Shown once the page with the last change is measured.
    await facts.getByText(/\d+\.\d\skB(?! →)/.exec(row)?.[0] ?? 'a size').waitFor();

    // Beside what is published, and in all languages.
    const view = page.locator('summary', { hasText: /^View$/ });
    await activate(view);
    await reach(page.getByRole('combobox', { name: 'Beside the page' }));
    await page.keyboard.press('ArrowDown');
    await activate(view);
    await page.getByText('Differences: 3 The published page').waitFor();
    await activate(page.getByRole('button', { name: 'All versions' }));
    const cells = page.getByRole('region', { name: '390' }).getByRole('listitem');
    // English, German and French: the new block is in all of them.
    for (const cell of [0, 1, 2])
      await cells
        .nth(cell)
        .getByRole('button', { name: /^Differences: [1-9]/ })
        .waitFor();
    expect(await accessibilityMistakes(page)).toEqual([]);
    await activate(page.getByRole('link', { name: 'Review and publish' }));
    await page.getByRole('row', { name: /pages\/about-us/ }).waitFor();
  });
});
