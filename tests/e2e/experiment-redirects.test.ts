import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { live } from '#tests/helpers/islands.ts';

const origin = inject('origin');
const options = { userAgent: CHROME, locale: 'en' } as const;

test('The first request loads the other page, whose address is set before it is read', async ({ expect }) => {
  await visit(options, async ({ page, requests }) => {
    await page.addInitScript(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      document.addEventListener('contentRefreshNeeded', (event) => {
        if (event instanceof CustomEvent) heard.push(event.detail);
      });
    });
    await page.goto(`${origin}/one-step?utm_source=letter&steps=1#form`);
    const address = `${origin}/two-steps?utm_source=letter&steps=1#form`;
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([{ url: address, reason: 'experiment' }]);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${origin}/two-steps`);
    expect(requests.filter((request) => request.resourceType() === 'document')).toHaveLength(1);
    const body = await page.locator('main').innerHTML();
    await page.reload();
    expect(page.url()).toBe(address);
    expect((await page.locator('main').innerHTML()).length).toBe(body.length);
    expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([]);
  });
});

test('later ones navigate in place and report so afterwards', async ({ expect }) => {
  await visit(options, async ({ page }) => {
    await page.goto(`${origin}/de/lean`);
    await page.evaluate(() => {
      Object.assign(window, { marked: true, heard: [] });
      document.addEventListener('contentRefreshNeeded', (event) => {
        const heard = Reflect.get(window, 'heard');
        if (event instanceof CustomEvent && Array.isArray(heard)) heard.push([event.detail.reason, location.pathname]);
      });
      const link = document.createElement('a');
      link.id = 'campaign';
      link.href = '/de/one-step?steps=1';
      link.textContent = 'Campaign';
      document.querySelector('main')?.prepend(link);
    });
    const [field] = await page.locator('main [data-island] input:not([type=hidden])').all();
    await field?.focus();
    const island = await page.locator('main [data-island]').first().getAttribute('data-id');
    await live(page, island ?? '');
    await page.locator('#campaign').click();
    await page.waitForURL(`${origin}/de/two-steps?steps=1`);
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'heard')))
      .toEqual([['experiment', '/de/two-steps']]);
    expect(await page.evaluate(() => Reflect.get(window, 'marked'))).toBe(true);
  });
});
