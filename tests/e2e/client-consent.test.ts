import { inject, test } from 'vitest';
import { storedItems } from '#tests/helpers/stored-items.ts';
import { visit } from '#tests/helpers/browser.ts';
import { hardLocales, inTurn, openPages } from '#tests/helpers/documents.ts';
import { live } from '#tests/helpers/islands.ts';

const origin = inject('origin');
const ownStatus = /the server responded with a status of [45]\d\d/;

test.for([true, false])(
  'the question is answered with JavaScript %s, and can be asked again',
  async (javaScriptEnabled, { expect }) => {
    await visit({ javaScriptEnabled }, async ({ page }) => {
      await page.goto(`${origin}/about-us`);
      await page.locator('form[data-consent] button[value=none]').click();
      await page.locator('form[data-consent] button[value=ask]').waitFor();
      expect(page.url()).toBe(`${origin}/about-us`);
      const record = async (): Promise<string | undefined> =>
        (await page.context().cookies()).find(({ name }) => name === 'vitrine_consent')?.value;
      await expect.poll(record).toMatch(/^none\.[0-9a-z]+\.[\w-]{22}$/);
      // Asked again, the card says what was answered, takes the focus, and gives it back; until there is a new answer the old one holds.
      const card = page.locator('section:has(> form[data-consent])');
      await expect.poll(() => card.isVisible()).toBe(false);
      await page.locator('form[data-consent] button[value=ask]').click();
      await card.locator('button[value=all]').waitFor();
      const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);
      await expect.poll(focused).toBe('consent-none');
      expect(await page.locator('#consent-none').innerText()).toBe('You have declined.');
      expect(await page.locator('#consent-all').isVisible()).toBe(false);
      expect(await record()).toMatch(/^none\./);
      await card.locator('button[value=all]').click();
      await expect.poll(record).toMatch(/^statistics-marketing\./);
      await expect.poll(focused).toBe('consent-settings');
      expect(await card.isVisible()).toBe(false);
      // The second layer answers purpose by purpose; nothing is ticked for the visitor.
      await page.locator('form[data-consent] button[value=ask]').click();
      await expect.poll(focused).toBe('consent-all');
      await card.locator('summary').click();
      const boxes = card.locator('input[name=purpose]');
      expect(await boxes.evaluateAll((all) => all.filter((box) => (box as HTMLInputElement).checked).length)).toBe(0);
      expect(await card.innerText()).toContain('vitrine_arms');
      await card.locator('input[value=statistics]').check();
      await card.locator('button[value=some]').click();
      await expect.poll(record).toMatch(/^statistics\./);
      await expect.poll(focused).toBe('consent-settings');
      await page.locator('form[data-consent] button[value=ask]').click();
      await expect.poll(focused).toBe('consent-statistics');
    });
  },
);

test('Escape closes the second layer, and then the settings, which give the focus back, also on a page that opens with them', async ({
  expect,
}) => {
  await visit({}, async ({ page }) => {
    const focused = () => page.evaluate(() => document.activeElement?.id ?? '');
    await page.goto(`${origin}/about-us`);
    const card = page.locator('section:has(> form[data-consent])');
    const escape = async (): Promise<void> => {
      await page.waitForFunction(() => window.vitrine?.follow !== undefined);
      await page.keyboard.press('Escape');
    };
    await card.locator('summary').click();
    await card.locator('input[value=statistics]').focus();
    await escape();
    await card.locator('details:not([open]) > summary:focus').waitFor();
    await card.locator('button[value=none]').click();
    await page.locator('#consent-settings').click();
    await expect.poll(focused).toBe('consent-none');
    await card.locator('summary').click();
    await escape();
    await expect.poll(focused).toBe('consent-settings');
    expect(await card.isVisible()).toBe(false);
    await page.goto(`${origin}/terms#consent-none`);
    await expect.poll(focused).toBe('consent-none');
    await escape();
    await expect.poll(focused).toBe('consent-settings');
  });
});

test('both answers look alike', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(origin);
    const looks = await page.locator('form[data-consent] > button').evaluateAll((buttons) =>
      buttons.map((button) => {
        const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(button);
        const { width, height } = button.getBoundingClientRect();
        return {
          color,
          backgroundColor,
          borderColor,
          fontSize,
          fontWeight,
          width: Math.round(width),
          height: Math.round(height),
        };
      }),
    );
    expect(looks).toHaveLength(2);
    expect(looks[0]).toEqual(looks[1]);
  });
});

test('an answer on a live page changes the page in place and leaves the form as it is', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/invitation`);
    await page.locator('#join-form-email').fill('anne@example.com');
    await live(page, 'join');
    await page.evaluate(() => {
      Object.assign(window, { answers: 0 });
      document.addEventListener('vitrine:consent', () => Object.assign(window, { answers: 1 }));
    });
    await page.locator('form[data-consent] button[value=all]').click();
    await page.locator('form[data-consent] button[value=ask]').waitFor();
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'answers'))).toBe(1);
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('vitrine_consent=statistics-marketing.');
    expect(await page.locator('#join-form-email').inputValue()).toBe('anne@example.com');
  });
});

const desktops = [
  { width: 1100, height: 800 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

test.concurrent.for(hardLocales)(
  'on an invitation in %s the question covers neither greeting nor form on any desktop, and moves nothing when it goes',
  async (locale, { expect }) => {
    await visit({ locale, size: 'desktop' }, async ({ page }) => {
      await page.goto(`${origin}/${locale}/ANNA-50`);
      await page.evaluate(() => document.fonts.ready);
      const read = '#hero h1, #hero .lead, #join :is(h2, label, input:not([type=hidden]), select, button)';
      const boxes = () =>
        page.locator(read).evaluateAll((all) =>
          all.map((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            return { what: one.textContent || (one as HTMLInputElement).name, left, top, right, bottom };
          }),
        );
      const card = page.locator('section:has(> form[data-consent])');
      const seen = [];
      for (const size of desktops) {
        await page.setViewportSize(size);
        await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
        const box = await card.boundingBox();
        if (box === null) throw new Error('The question is not shown.');
        const found = await boxes();
        expect(found.length).toBeGreaterThan(10);
        const covered = found.filter(
          ({ left, top, right, bottom }) =>
            left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y,
        );
        expect.soft(covered, `${size.width} × ${size.height}`).toEqual([]);
        seen.push(found);
      }
      await card.locator('button[value=none]').click();
      await card.waitFor({ state: 'hidden' });
      expect(await boxes()).toEqual(seen.at(-1));
    });
  },
);

test('a consent that another site asks for is refused', async ({ expect }) => {
  const response = await fetch(`${origin}/do/consent`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    body: 'choice=all',
    redirect: 'manual',
  });
  expect(response.status).toBe(403);
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('Nothing is stored in the browser but what the registry lists', async ({ expect }) => {
  await visit({ expectedMessages: ownStatus }, async ({ page }) => {
    const listed = (kind: string) => storedItems.filter((item) => item.kind === kind).map(({ name }) => name);
    for (const { path } of openPages().filter(inTurn)) {
      await page.goto(origin + path);
      await page.locator('h1').first().hover();
    }
    await page.goto(`${origin}/code?lang=de`);
    await page.locator('form[data-consent] button[value=all]').click();
    await page.locator('form[data-consent] button[value=ask]').waitFor();
    const names = async (): Promise<string[]> => (await page.context().cookies()).map(({ name }) => name);
    await expect.poll(names).toContain('vitrine_consent');
    const cookies = await names();
    expect(cookies.filter((name) => !listed('cookie').includes(name))).toEqual([]);
    const stored = await page.evaluate(() => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
    }));
    expect(stored.local.filter((name) => !listed('localStorage').includes(name))).toEqual([]);
    expect(stored.session).toEqual([]);
  });
});
