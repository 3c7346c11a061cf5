import { afterAll, beforeAll, expect, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { copyProject, type ProjectCopy } from '#tests/helpers/project-copy.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

/* D9: a save shows in the open browser, a mistake shows as an overlay over the last good page. */

const document = 'pages-config/pages/about-us.json';
const texts = 'locales/de/about.json';
/** Vite's client says when it connects and reloads. */
const options = { locale: 'de', size: 'desktop', expectedMessages: /^\[vite\]/ } as const;

let project: ProjectCopy;
let server: RunningServer;

beforeAll(async () => {
  project = copyProject();
  server = await startServer({ command: ['commands/dev.ts'], cwd: project.folder });
});

afterAll(async () => {
  await server.stop();
  project.remove();
});

test('a changed text shows in the open page by itself', async () => {
  await visit(options, async ({ page }) => {
    await page.goto(`${server.origin}/de/about-us`);
    const title = (await page.locator('h1').innerText()).trim();
    // Between two phrases of a headline the text has a bar where the page has a space.
    const written = project.read(texts);
    const at = written.replaceAll('|', ' ').indexOf(title);
    expect(at).toBeGreaterThan(0);
    const changed = `${written.slice(0, at)}Ein Haus mit zwei Türen.${written.slice(at + title.length)}`;
    project.write(texts, changed);
    await expect.poll(() => page.locator('h1').innerText()).toBe('Ein Haus mit zwei Türen.');
  });
});

test('a changed document shows in the open page by itself', async () => {
  await visit(options, async ({ page }) => {
    await page.goto(`${server.origin}/de/about-us`);
    expect(await page.locator('html').getAttribute('data-theme')).toBeNull();
    project.write(document, project.read(document).replace('"layout"', '"theme": "ink", "layout"'));
    await page.locator('html[data-theme="ink"]').waitFor();
  });
});

test('a mistake shows where it is over the last good page, and goes when it is mended', async () => {
  await visit(options, async ({ page }) => {
    await page.goto(`${server.origin}/de/about-us`);
    const heading = await page.locator('h1').innerText();
    const good = project.read(document);
    const broken = good.replace('"layout": "centered"', '"layout": "centred"');
    const line = broken.slice(0, broken.indexOf('"centred"')).split('\n').length;

    project.write(document, broken);
    const overlay = page.locator('vitrine-findings');
    await overlay.getByRole('dialog').waitFor();
    const said = async (): Promise<string> => (await overlay.locator('li').allInnerTexts()).join('\n');
    await expect.poll(said).toMatch(new RegExp(`${document}:${line}:\\d+`));
    await expect.poll(said).toContain('Did you mean "centered"?');
    expect(await page.locator('h1').innerText()).toBe(heading);
    expect((await fetch(`${server.origin}/de/about-us`)).status, 'the last good page is still sent').toBe(200);

    project.write(document, good);
    await overlay.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('h1').innerText()).toBe(heading);
  });
});
