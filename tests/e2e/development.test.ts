import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { everything } from '#tests/helpers/everything.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { live } from '#tests/helpers/islands.ts';
import { copyProject, type ProjectCopy } from '#tests/helpers/project-copy.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

/* A save shows in the open browser, a mistake shows as an overlay over the last good page (D9). */

const document = 'pages-config/pages/about-us.json';
const texts = 'locales/de/about.json';
/** Vite's client says when it connects and reloads, React what else there is for developers. */
const options = { locale: 'de', size: 'desktop', expectedMessages: /^\[vite\]|status of 422|React DevTools/ } as const;
/** While a component does not parse, or Vite has gone to come again. */
const troubled = { ...options, expectedMessages: /\[vite\]|React DevTools|WebSocket|ERR_|PARSE_ERROR|status of 50/ };

/* A marketer writes five lines of changes, an experimenter tests them, without writing code. */
const schemas = '../../schemas/generated/editor';
const variant = {
  $schema: `${schemas}/landing.schema.json`,
  version: 4,
  extends: 'landings/lean',
  changes: [{ op: 'document', set: { theme: 'ink' } }],
};
const experiment = {
  $schema: `${schemas}/experiment.schema.json`,
  version: 4,
  status: 'live',
  hypothesis: 'On a dark ground the form stands out, so more visitors begin.',
  document: 'landings/lean',
  variations: [
    { key: 'day', weight: 50 },
    { key: 'evening', variant: 'landings/evening', weight: 50 },
  ],
};

let project: ProjectCopy;
let server: RunningServer;

beforeAll(async () => {
  project = copyProject();
  project.write('pages-config/landings/evening.json', JSON.stringify(variant, null, 2));
  project.write('pages-config/experiments/evening.json', JSON.stringify(experiment, null, 2));
  server = await startServer({ command: ['commands/dev.ts'], cwd: project.folder });
});

afterAll(async () => {
  await server.stop();
  project.remove();
});

const readHeading = (page: Page) => (): Promise<string> => page.locator('h1').innerText();

/** Saves another title in place of the one that the page shows. */
async function saveTitle(page: Page, title: string): Promise<void> {
  const shown = (await readHeading(page)()).trim();
  // Between two phrases of a headline the text has a bar where the page has a space.
  const written = project.read(texts);
  const at = written.replaceAll('|', ' ').indexOf(shown);
  if (at === -1) throw new Error(`${texts} does not hold the title "${shown}".`);
  project.write(texts, `${written.slice(0, at)}${title}${written.slice(at + shown.length)}`);
}

test('a changed text shows in the open page by itself', async () => {
  await visit(options, async ({ page }) => {
    await page.goto(`${server.origin}/de/about-us`);
    await saveTitle(page, 'Ein Haus mit zwei Türen.');
    await expect.poll(readHeading(page)).toBe('Ein Haus mit zwei Türen.');
  });
});

test('a text that is saved before the page has connected shows in it, too', async () => {
  await visit(options, async ({ page }) => {
    let connect = (): void => undefined;
    const later = new Promise<void>((done) => (connect = done));
    await page.route('**/@vite/client', async (route) => {
      await later;
      await route.continue();
    });
    await page.goto(`${server.origin}/de/about-us`, { waitUntil: 'commit' });
    await saveTitle(page, 'Ein Haus mit fünf Türen.');
    const sent = async (): Promise<string> => (await fetch(`${server.origin}/de/about-us`)).text();
    await expect.poll(sent).toContain('fünf Türen');
    connect();
    await expect.poll(readHeading(page)).toBe('Ein Haus mit fünf Türen.');
  });
});

test('the form of a journey comes to life', async () => {
  await visit(options, async ({ page }) => {
    await page.goto(`${server.origin}/de/code`);
    await page.locator('input[name=code]').focus();
    await live(page, 'code');
    expect(await page.locator('[data-live=no]').count()).toBe(0);
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

test('a changed colour of the brand shows in the open page by itself, in its style and in the browser around it', async () => {
  const brand = 'pages-config/brand.json';
  await visit(options, async ({ page }) => {
    await page.goto(`${server.origin}/de/one-step`);
    const ground = () =>
      page.evaluate(() => [
        getComputedStyle(globalThis.window.document.documentElement).getPropertyValue('--c-ivory'),
        globalThis.document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
      ]);
    expect(await ground()).toEqual(['#f6f1e9', '#F6F1E9']);
    const before = project.read(brand);
    project.write(brand, before.replace('"#F6F1E9"', '"#F1F6E9"'));
    await expect.poll(ground).toEqual(['#f1f6e9', '#F1F6E9']);
    project.write(brand, before);
    await expect.poll(ground).toEqual(['#f6f1e9', '#F6F1E9']);
  });
});

test('a mistake shows where it is over the last good page, and goes when it is fixed', async () => {
  await visit(options, async ({ page }) => {
    await page.goto(`${server.origin}/de/about-us`);
    const heading = await page.locator('h1').innerText();
    const good = project.read(document);
    const broken = good.replace('"layout": "centered"', '"layout": "centred"');
    const line = broken.slice(0, broken.indexOf('"centred"')).split('\n').length;

    project.write(document, broken);
    const overlay = page.locator('vitrine-findings');
    try {
      await overlay.getByRole('dialog').waitFor();
      const said = async (): Promise<string> => (await overlay.locator('li').allInnerTexts()).join('\n');
      await expect.poll(said).toMatch(new RegExp(`${document}:${line}:\\d+`));
      await expect.poll(said).toContain('Did you mean "centered"?');
      expect(await page.locator('h1').innerText()).toBe(heading);
      expect((await fetch(`${server.origin}/de/about-us`)).status, 'the last good page is still sent').toBe(200);
    } finally {
      project.write(document, good);
    }
    await overlay.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('h1').innerText()).toBe(heading);
  });
});

function call(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: project.folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

const run = (...args: string[]): string => call(process.execPath, ['engine/cli/main.ts', ...args]);

const git = (...args: string[]): string =>
  call('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args]);

const committed = ['blocks', 'pages-config', 'locales', 'schemas', 'docs'];

/** The first try commits the project, a second one starts from that commit. */
function commitOnce(): void {
  if (project.exists('.git')) {
    git('checkout', '--quiet', '--force', 'main');
    git('clean', '--quiet', '--force', '-d', ...committed);
    return;
  }
  git('init', '--quiet', '--initial-branch=main');
  git('add', ...committed);
  git('commit', '--quiet', '--message=Before');
}

const timesSaid = (words: string): number => server.output().split(words).length - 1;
const timesFixed = (): number => timesSaid('All mistakes are fixed.');

test('a saved style reloads the page once, which stays where it was scrolled to, and a component is shown when it is whole again', async () => {
  const styles = 'blocks/rich-text/RichText.module.css';
  const component = 'blocks/rich-text/RichText.tsx';
  await visit({ ...troubled, viewport: { width: 800, height: 300 } }, async ({ page }) => {
    page.setDefaultTimeout(120_000);
    await page.goto(`${server.origin}/de/about-us`);
    await page.evaluate(() => globalThis.scrollTo(0, 200));
    let loads = 0;
    page.on('framenavigated', () => (loads += 1));
    const mark = () =>
      page
        .locator('main *')
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).getPropertyValue('--mark').trim()).join(''));
    project.write(styles, `${project.read(styles)}\n.column { --mark: 1; }\n`);
    await expect.poll(mark).toMatch(/^1+$/);

    const before = timesFixed();
    const whole = project.read(component);
    const late = await page.context().newPage();
    try {
      project.write(component, whole.slice(0, whole.length / 2));
      await page.locator('vite-error-overlay').waitFor({ state: 'attached' });
      expect(await page.evaluate(() => globalThis.scrollY)).toBe(200);
      expect(loads).toBe(1);
      // A page that cannot be rendered says why, and is reloaded as well.
      expect((await late.goto(`${server.origin}/fr/about-us`))?.status()).toBe(500);
      await late.locator('vite-error-overlay').waitFor({ state: 'attached' });
    } finally {
      // Half a component would fail the tests after this one, and its own second try.
      project.write(component, whole);
    }
    await page.locator('vite-error-overlay').waitFor({ state: 'detached' });
    await expect.poll(() => late.title()).not.toContain('500');
    await expect.poll(timesFixed).toBe(before + 1);
  });
});

test('five lines make a variant that passes the check, an experiment shows it, a link forces it, and the page says why', async () => {
  expect(run('check')).toContain('0 errors');
  const variations = new Set<string | null>();
  for (let visits = 0; visits < 30 && variations.size < 2; visits += 1) {
    const page = await (await fetch(`${server.origin}/lean`, { headers: { 'user-agent': CHROME } })).text();
    variations.add(/<html[^>]*>/.exec(page)?.[0].includes('ink') === true ? 'evening' : 'day');
  }
  expect([...variations].toSorted()).toEqual(['day', 'evening']);

  await visit({ ...options, locale: 'en' }, async ({ page }) => {
    await page.goto(`${server.origin}/lean?evening=1`);
    await page.locator('html[data-theme=ink]').waitFor();
    await page.goto(`${server.origin}/lean?debug`);
    const bar = page.locator('vitrine-debug');
    await bar.locator('summary').click();
    await bar.getByRole('link', { name: 'day', exact: true }).click();
    await page.waitForURL(/evening=0/);
    await page.locator('html:not([data-theme])').waitFor();
    await bar.getByRole('link', { name: 'evening', exact: true }).click();
    await page.locator('html[data-theme=ink]').waitFor();
    await bar.getByText('The URL asks for the variation "evening" of "evening".').waitFor();
    await expect
      .poll(() => bar.locator('summary').innerText())
      .toMatch(/landings\/lean.*landings\/evening.*evening: evening.*en/s);
  });
  const said = run('explain', '/lean?evening=1', '--header', 'Accept-Language: en');
  expect(said).toContain('"landings/evening" changes "landings/lean": document.');
  expect(said).toContain('The visitor gets "landings/evening" for "landings/lean" in "en"');
});

test('the pages for development are gone about in the browser, lead to every variation, draw the journeys, and show a block with what is typed beside it', async () => {
  await visit({ ...options, locale: 'en' }, async ({ page }) => {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'landings/lean', exact: true }) });
    const variation = row.locator('a[href$="/de/lean?evening=1"]');
    const look = async (): Promise<number> => {
      await page.goto(`${server.origin}/dev`);
      return variation.count();
    };
    // On a busy machine the server has not read the new variant yet.
    await expect.poll(look).toBe(1);
    // Its parts are gone about in the browser; Vite may load the page once more, when it has found what its first visit needs.
    const go = async (name: string): Promise<boolean> => {
      await page.evaluate(() => window.document.documentElement.setAttribute('data-same', ''));
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.locator('nav [aria-current=page]', { hasText: name }).waitFor();
      return page.evaluate(() => window.document.documentElement.hasAttribute('data-same'));
    };
    await go('Journeys');
    await expect.poll(async () => (await go('Documents')) && (await go('Journeys'))).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/dev/journeys');
    const flow = page.locator('figure').filter({ hasText: 'registration: flow lean' });
    expect(await flow.locator('li > .box').first().innerText()).toContain('leanStep1');
    expect(await flow.getByText('the next step').count()).toBeGreaterThan(0);

    await go('Blocks');
    const blocks = page.locator('#block-hero');
    const example = blocks.locator('article').first();
    const shown = example.frameLocator('iframe');
    // Vite may load the page once more, when it has found what its first visit needs; then the part is closed again.
    const open = async (): Promise<boolean> => {
      if ((await blocks.getAttribute('open')) === null) await blocks.locator('> summary').click();
      return shown.locator('#hero').isVisible();
    };
    await expect.poll(open).toBe(true);
    const written = example.locator('textarea');
    const block = JSON.parse(await written.inputValue()) as Record<string, unknown>;
    await written.fill(JSON.stringify({ ...block, title: 'landing.closing.title' }, null, 2));
    await example.getByLabel('Theme').selectOption('ink');
    await example.getByRole('button', { name: 'Show' }).click();
    await shown.locator('html[data-theme=ink]').waitFor();

    await written.fill(JSON.stringify({ ...block, title: 'landing.closing.titel' }, null, 2));
    await example.getByRole('button', { name: 'Show' }).click();
    await shown.getByText('unknown-text title').waitFor();
    await shown.getByText('Did you mean').waitFor();
  });
  const wrong = new URLSearchParams({ block: '{ "id": "a", "type": "hero",\n "titel": 1 }' });
  const answer = await fetch(`${server.origin}/dev/block?type=hero&example=0`, { method: 'POST', body: wrong });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toMatch(/<li>2:\d+ schema /);
});

/** A save that Vite restarts for is shown after that, which takes a busy machine half a minute. */
const restart = { timeout: 90_000 };

test('saves are seen after a new block, a schema that was half written and, with "npm run prove -- every-page", another branch without the block', async () => {
  await visit(troubled, async ({ page }) => {
    page.setDefaultTimeout(120_000);
    await page.goto(`${server.origin}/de/about-us`);
    commitOnce();
    git('checkout', '--quiet', '-B', 'note');
    run('new', 'block', 'price-note');
    const { block } = (JSON.parse(project.read('blocks/price-note/examples.json')) as [{ block: object }])[0];
    const own = `,${JSON.stringify({ ...block, id: 'price' })}`;
    project.write(
      document,
      project.read(document).replace(/"ground": "surface"\s*\}/, (end) => end + own),
    );
    await page.locator('#price').waitFor();

    const schema = 'blocks/price-note/price-note.schema.json';
    const whole = project.read(schema);
    const [saidBefore, fixedBefore] = [timesSaid(`${schema}:`), timesFixed()];
    project.write(schema, whole.slice(0, whole.length / 2));
    await expect.poll(() => timesSaid(`${schema}:`), restart).toBeGreaterThan(saidBefore);
    project.write(schema, whole.replace('"description": "', '"description": "Rewritten: '));
    await expect.poll(timesFixed, restart).toBeGreaterThan(fixedBefore);
    expect(project.read('schemas/generated/block-props.ts')).toContain('Rewritten: ');
    await saveTitle(page, 'Ein Haus mit drei Türen.');
    await expect.poll(readHeading(page), restart).toBe('Ein Haus mit drei Türen.');

    if (!everything) return;
    git('add', ...committed);
    git('commit', '--quiet', '--message=Note');
    git('checkout', '--quiet', 'main');
    await page.locator('#price').waitFor({ state: 'detached' });
    await saveTitle(page, 'Ein Haus mit vier Türen.');
    await expect.poll(readHeading(page), restart).toBe('Ein Haus mit vier Türen.');
  });
});
