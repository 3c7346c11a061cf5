import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { coveredInTurn, coveredNow } from '#tests/helpers/covered.ts';
import { announced } from '#tests/helpers/in-place.ts';
import { hardLocales, pickSample } from '#tests/helpers/documents.ts';
import { doubleText } from '#tests/helpers/layout.ts';

const origin = inject('origin');

test('what opens the languages stays light over the satin while the mouse is on it', async ({ expect }) => {
  await visit({ size: 'desktop' }, async ({ page }) => {
    await page.goto(origin);
    const opener = page.locator('header button[popovertarget]').filter({ visible: true }).first();
    await opener.hover();
    // All channels of ivory and of champagne are high; those of the wine below are not.
    const darkest = () =>
      opener.evaluate((it) => Math.min(...[...getComputedStyle(it).color.matchAll(/\d+/g)].map(Number).slice(0, 3)));
    expect(await darkest()).toBeGreaterThan(120);
  });
});

test('a heading that takes the focus with its page shows no frame; a control that is reached by keyboard does', async ({
  expect,
}) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/about-us`);
    const link = page.locator('footer a[href="/terms"]');
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/terms');
    await announced(page);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement === null ? [] : [activeElement.localName, getComputedStyle(activeElement).outlineStyle];
      });
    expect(await focused()).toEqual(['h1', 'none']);
    await page.keyboard.press('Tab');
    expect((await focused())[1]).toBe('solid');
  });
});

const widths = [768, 1024, 1440, 2560];

test('a page of one sheet of satin is satin down to its foot', async ({ expect }) => {
  await visit({ size: 'desktop' }, async ({ page }) => {
    await page.goto(`${origin}/de/code`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1440 });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      const gap = await page.evaluate(() => {
        const bottom = document.querySelector('#hero picture')?.parentElement?.getBoundingClientRect().bottom ?? 0;
        return Math.round((document.querySelector('footer')?.getBoundingClientRect().top ?? 0) - bottom);
      });
      expect(gap, `${width} px`).toBe(0);
    }
  });
});

test('a row of satin that scrolls sideways begins below the first letter of its title', async ({ expect }) => {
  await visit({ size: 'desktop' }, async ({ page }) => {
    await page.goto(origin);
    for (const width of [320, 390, ...widths]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      const apart = await page.evaluate(() => {
        const left = (selector: string): number =>
          document.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN;
        return Math.round(left('#labels li') - left('#labels h2'));
      });
      expect(apart, `${width} px`).toBe(0);
    }
  });
});

test.for(hardLocales)(
  'the card of an invited guest lies on the satin of the lobby to its foot (%s)',
  async (locale, { expect }) => {
    await visit({ size: 'desktop', locale }, async ({ page }) => {
      for (const path of ['/ANNA-50', '/invitation']) {
        await page.goto(`${origin}/${locale}${path}`);
        await page.evaluate(() => document.fonts.ready);
        const [card = 0, satin = 0] = await page.evaluate(() =>
          ['#join', '#hero picture'].map((selector) => {
            const found = document.querySelector(selector);
            const box = found?.localName === 'picture' ? found.parentElement : found;
            return box?.getBoundingClientRect().bottom ?? Number.NaN;
          }),
        );
        expect(satin - card, path).toBeGreaterThan(16);
      }
    });
  },
);

test('the steps scroll sideways on phones alone', async ({ expect }) => {
  await visit({ size: 'phone', locale: 'de' }, async ({ page }) => {
    await page.goto(`${origin}/de`);
    const hidden = () => page.locator('#how ol').evaluate((list) => list.scrollWidth - list.clientWidth);
    expect(await hidden()).toBeGreaterThan(100);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      expect(await hidden(), `${width} px`).toBe(0);
    }
  });
});

test.for(pickSample(['/de', '/de/black-friday', '/de/ANNA-50', '/de/about-us'], 2))(
  'in forced colours no line of a headline at %s hides one before it',
  async (path, { expect }) => {
    await visit({ size: 'desktop', locale: 'de', forcedColors: 'active' }, async ({ page }) => {
      await page.goto(origin + path);
      await page.evaluate(() => document.fonts.ready);
      const hidden = await page.evaluate(() =>
        [...document.querySelectorAll('.display, .title, .figure, .head')].flatMap((headline) => {
          const texts = document.createTreeWalker(headline, NodeFilter.SHOW_TEXT);
          const lines: DOMRect[] = [];
          for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
            const range = document.createRange();
            range.selectNodeContents(text);
            lines.push(...[...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1));
          }
          // The plate of a line is as high as its font, wherever the line is.
          const near = lines.filter(({ top, bottom, height }) =>
            lines.some((next) => next.top > top + 0.5 * height && next.top < bottom - 0.1 * height),
          );
          return near.length > 0 ? [headline.textContent] : [];
        }),
      );
      expect(hidden).toEqual([]);
    });
  },
);

test.for(hardLocales)(
  'at 320 px name, log-in and menu share a line, and no legal link breaks (%s)',
  async (locale, { expect }) => {
    await visit({ size: 'narrow' }, async ({ page }) => {
      await page.goto(`${origin}/${locale}/about-us`);
      await page.evaluate(() => document.fonts.ready);
      const middles = await page
        .locator('header :is(.wordmark, a[href*="login"], button[popovertarget])')
        .filter({ visible: true })
        .evaluateAll((parts) =>
          parts.map((part) => {
            const { top, bottom } = part.getBoundingClientRect();
            return (top + bottom) / 2;
          }),
        );
      expect(middles.length).toBeGreaterThanOrEqual(3);
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8);
      const lines = await page
        .locator('footer nav')
        .last()
        .locator('a')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
      expect(new Set(lines).size).toBe(1);
    });
  },
);

test('the membership cards can be read before their images are there', async ({ expect }) => {
  await visit({ size: 'phone', expectedMessages: /Failed to load resource/ }, async ({ page }) => {
    await page.route(/\.(?:avif|webp|jpe?g)$/, (route) => route.abort());
    await page.goto(origin);
    const grounds = await page
      .locator('#stores ul')
      .first()
      .locator('> li')
      .evaluateAll((cards) =>
        cards.map((card) => [getComputedStyle(card).backgroundColor, getComputedStyle(card).color]),
      );
    expect(grounds).toHaveLength(3);
    for (const [ground, words] of grounds) {
      expect(ground).not.toBe('rgba(0, 0, 0, 0)');
      expect(ground).not.toBe(words);
    }
  });
});

const underTheQuestion = [
  { path: '/pl/code', width: 390 },
  { path: '/de/code', width: 1440 },
  { path: '/pl/newsletter-step', width: 1440 },
  { path: '/de', width: 390 },
  { path: '/pl/social-registration', width: 1440 },
];

test.for(underTheQuestion)(
  'the question of consent covers no button that $path is there for, nothing that is reached by keyboard, and no mistake, at $width px (npm run prove -- covered has all)',
  async ({ path, width }, { expect }) => {
    const refused = { javaScriptEnabled: false, expectedMessages: /status of 422/ };
    await visit({ ...refused, viewport: { width, height: 700 } }, async ({ page }) => {
      // On a phone, what else is at the foot of the screen is scrolled clear.
      const covered = async () =>
        (await coveredNow(page)).filter(({ kind }) => kind !== 'field' || width > 390).map(({ what }) => what);
      await page.goto(origin + path);
      await expect.poll(covered, { message: 'at first' }).toEqual([]);
      expect(await coveredInTurn(page)).toEqual([]);
      const submit = page.locator('main form .btn-primary');
      if ((await submit.count()) === 0) return;
      await submit.first().press('Enter');
      await page.locator('main [aria-invalid=true]').first().waitFor({ state: 'attached' });
      await expect.poll(covered, { message: 'refused' }).toEqual([]);
    });
  },
);

test('the question of consent is two lines and two links of a phone, and no more than half of it in text of twice the size', async ({
  expect,
}) => {
  for (const locale of hardLocales) {
    await visit({ locale }, async ({ page }) => {
      await page.goto(`${origin}/${locale}/about-us`);
      await page.evaluate(() => document.fonts.ready);
      const card = page.locator('section:has(> form[data-consent])');
      const text = card.locator('> p').last();
      const lines = () =>
        text.evaluate((words) =>
          Math.round(words.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(words).lineHeight)),
        );
      await expect.poll(lines, { message: locale }).toBe(2);
      const share = async () => ((await card.boundingBox())?.height ?? 0) / 844;
      expect.soft(await share(), locale).toBeLessThan(0.25);
      await doubleText(page);
      expect.soft(await share(), locale).toBeLessThanOrEqual(0.5);
    });
  }
});

test('the window of a product stands beside its image, whatever landing it opens on', async ({ expect }) => {
  await visit({ size: 'desktop', locale: 'de' }, async ({ page }) => {
    for (const path of ['/de', '/de/viral-product-share']) {
      await page.goto(`${origin}${path}?pdp=4711`);
      const image = page.locator('dialog picture').first();
      await image.waitFor();
      const width = await image.evaluate((it) => it.parentElement?.getBoundingClientRect().width);
      expect(width, path).toBe(288);
    }
  });
});

test('a phone has the way to the form in reach from the end of the first screen until the form comes into view', async ({
  expect,
}) => {
  await visit({ javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(origin);
    const [way, form] = [page.locator('#ahead a'), page.locator('#join form')];
    const scrollDown = (y: number) => page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
    expect(await way.isVisible()).toBe(false);
    const top = await form.evaluate((it) => it.getBoundingClientRect().top);
    for (let y = 1_000; y < top - 1_000; y += 1_500) {
      await scrollDown(y);
      await expect.poll(() => way.isVisible(), { message: `at ${y}` }).toBe(true);
      const { bottom, height } = await way.evaluate((it) => ({
        bottom: it.getBoundingClientRect().bottom,
        height: innerHeight,
      }));
      expect([bottom > 0, bottom <= height], `at ${y}`).toEqual([true, true]);
    }
    await scrollDown(top - 300);
    const edges = () =>
      page.evaluate(() =>
        ['#ahead a', '#join form'].map((which) => document.querySelector(which)?.getBoundingClientRect()),
      );
    const [bar, fields] = await edges();
    expect(bar && fields && bar.bottom <= fields.top).toBe(true);
  });
});
