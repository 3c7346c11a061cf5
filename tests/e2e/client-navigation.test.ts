import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { announced, language, mark, unfolding } from '#tests/helpers/in-place.ts';
import { collectProblems, holdIslands, live, scriptsIn } from '#tests/helpers/islands.ts';

const origin = inject('origin');

/** Follows a link of the language menu, wherever the layout shows it. */
async function switchTo(page: Page, locale: string): Promise<void> {
  const link = page.locator(`footer a[hreflang=${locale}]`);
  await link.hover();
  await link.click();
}

test('the language changes without a reload, and a half filled form stays filled', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/?utm_source=letter#how`);
    const stays = await mark(page);
    await page.locator('#join-form-email').fill('anne@example.com');
    await live(page, 'join');
    await page.locator('#join-form-firstName').fill('Anne');
    await switchTo(page, 'de');
    await page.waitForURL(`${origin}/de?utm_source=letter#how`);
    await announced(page);
    expect(await language(page)).toBe('de');
    expect(await stays()).toBe(true);
    expect(await page.locator('#join-form-email').inputValue()).toBe('anne@example.com');
    expect(await page.locator('#join-form-firstName').inputValue()).toBe('Anne');
    expect(await page.locator('label[for=join-form-firstName]').textContent()).toBe('Vorname');
    expect(await page.title()).toContain('Maison Cercle');
    expect(await page.locator('#join-form').getAttribute('action')).toBe('/de/do/register');
    await page.locator('#join-form button[type=submit]').click();
    await page.locator('#join-form-summary').waitFor();
    await expect.poll(() => page.locator('#join-form-lastName-message').textContent()).toContain('Nachnamen');
  });
});

test('a language switch before hydration keeps what was typed, and typing goes on', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const held = await holdIslands(page);
    await page.goto(`${origin}/`);
    const stays = await mark(page);
    await page.locator('#join-form-email').fill('anne@example.com');
    await switchTo(page, 'fr');
    await page.waitForURL(`${origin}/fr`);
    await announced(page);
    const field = page.locator('#join-form-email');
    expect(await field.inputValue()).toBe('anne@example.com');
    await field.focus();
    await page.keyboard.press('End');
    await page.keyboard.type('.fr');
    held.release();
    await live(page, 'join');
    await expect.poll(() => field.inputValue()).toBe('anne@example.com.fr');
    expect(await stays()).toBe(true);
  });
});

test('Back and Forward show each page in its language, where it was scrolled to', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/`);
    const stays = await mark(page);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    const place = () => page.evaluate(() => Math.round(scrollY));
    // Sections below the first screen take their place one after the other.
    await expect.poll(() => page.evaluate(unfolding)).toBe(0);
    await page.locator('footer a[hreflang=de]').hover();
    const left = await place();
    expect(left).toBeGreaterThan(0);
    await switchTo(page, 'de');
    await page.waitForURL(`${origin}/de`);
    await page.goBack();
    await expect.poll(() => language(page)).toBe('en');
    await expect.poll(() => page.url()).toBe(`${origin}/`);
    await expect.poll(place).toBe(left);
    await page.goForward();
    await expect.poll(() => language(page)).toBe('de');
    await expect.poll(() => page.url()).toBe(`${origin}/de`);
    expect(await stays()).toBe(true);
  });
});

test('a page that Back returned to is not noted once more, which would end a quick Forward', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await expect.poll(() => page.evaluate(unfolding)).toBe(0);
    await switchTo(page, 'de');
    await page.waitForURL(`${origin}/de`);
    await announced(page);
    await page.evaluate(() => {
      scrollTo({ top: 0, behavior: 'instant' });
      addEventListener('scrollend', () => Object.assign(window, { scrolled: true }), { once: true });
      const replace = history.replaceState.bind(history);
      history.replaceState = (...entry) => {
        if (location.pathname === '/') Object.assign(window, { written: true });
        replace(...entry);
      };
    });
    await page.goBack();
    await expect.poll(() => language(page)).toBe('en');
    await page.waitForFunction(() => Reflect.get(window, 'scrolled') === true && scrollY > 0);
    // The listener of the page hears the end of a scroll in the same frame.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => Reflect.get(window, 'written'))).toBeUndefined();
  });
});

test('forms that leave together are not rendered with the page after them, which has none', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/`);
    for (const [id, field] of [
      ['code', '#code input[name=code]'],
      ['join', '#join-form-email'],
    ] as const) {
      await page.locator(field).focus();
      await live(page, id);
    }
    await page.evaluate(() => void window.vitrine?.navigation?.navigate('/about-us'));
    await page.waitForURL('**/about-us');
    // An uncaught error fails the visit.
    await expect.poll(() => page.locator('[data-island] form:not([data-consent])').count()).toBe(0);
  });
});

test('a page that was scrolled and never left fetches no code when it is loaded again', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${origin}/`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    // What answers in place is the code that follows links, too.
    // By keyboard: a pointer would be above another form after the reload, and fetch its code.
    await page.locator('form[data-consent] button[value=none]').press('Enter');
    await page.locator('form[data-consent] button[value=ask]').waitFor();
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('scrollend', () => resolve(), { once: true });
          scrollTo({ top: scrollY > 500 ? 0 : 1000, behavior: 'instant' });
        }),
    );
    const before = requests.length;
    await page.reload();
    // The loader has read the entry of the history by now.
    await page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)));
    expect(scriptsIn(requests.slice(before))).toEqual([]);
  });
});

test('a page is laid out section by section from its top, and at once where Back returns to a place on it', async ({
  expect,
}) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/code`);
    await page.locator('input[name=code]').fill('CERCLE-2026');
    await live(page, 'code');
    const isWhole = () => page.evaluate(() => document.documentElement.hasAttribute('data-whole'));
    await page.locator('input[name=code]').press('Enter');
    await page.waitForURL(/rc=CERCLE-2026/);
    await page.locator('#join-form-email').waitFor();
    expect(await isWhole()).toBe(false);
    await expect.poll(() => page.evaluate(unfolding)).toBe(0);
    await page.goBack();
    await page.locator('input[name=code]').waitFor();
    expect(await isWhole()).toBe(true);
  });
});

test('who goes back and forth before a page has come sees the page of the address', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const problems = await collectProblems(page);
    await page.goto(`${origin}/`);
    const stays = await mark(page);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await switchTo(page, 'de');
    await page.waitForURL(`${origin}/de`);
    const answers: (() => Promise<void>)[] = [];
    await page.route(/_nav=1/, (route) => void answers.push(() => route.continue()));
    await page.goBack();
    await expect.poll(() => answers.length).toBe(1);
    await page.goForward();
    await page.goBack();
    // Steps in quick succession may ask for the same page more than once.
    await expect.poll(() => answers.length).toBeGreaterThan(1);
    await page.goForward();
    // Who asked for them is gone; a browser may have forgotten them already.
    for (const answer of answers) await answer().catch(() => undefined);
    await page.unroute(/_nav=1/);
    await switchTo(page, 'fr');
    await page.waitForURL(`${origin}/fr`);
    await page.goBack();
    await expect.poll(() => language(page)).toBe('de');
    await expect.poll(() => page.url()).toBe(`${origin}/de`);
    expect(await stays()).toBe(true);
    expect(await problems()).toEqual([]);
  });
});

test('a token leaves the address of a page that comes in place, also when the browser knows the element that takes it out', async ({
  expect,
}) => {
  await visit({ locale: 'de' }, async ({ page }) => {
    await page.goto(`${origin}/de/about-us`);
    const stays = await mark(page);
    const title = await page.title();
    for (const token of ['a'.repeat(43), 'b'.repeat(43)]) {
      await page.evaluate((value) => {
        const link = document.createElement('a');
        link.href = `/de/registration/activateaccount?token=${value}`;
        link.textContent = value;
        document.querySelector('main')?.append(link);
      }, token);
      await page.getByRole('link', { name: token, exact: true }).click();
      await page.waitForURL(`${origin}/de/registration/activateaccount`);
      await announced(page);
      await page.goBack();
      await page.waitForFunction((before) => document.title === before, title);
      await announced(page);
    }
    expect(await stays()).toBe(true);
  });
});

test('a new page is announced, and its heading takes the focus', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/code`);
    const stays = await mark(page);
    await page.locator('input[name=code]').fill('CERCLE-2026');
    await live(page, 'code');
    await page.locator('input[name=code]').press('Enter');
    await page.waitForURL(/rc=CERCLE-2026/);
    expect(await stays()).toBe(true);
    await page.locator('h1:focus').waitFor();
    await announced(page);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
});

test('ordinary navigation does not ask experiments to refresh', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/`);
    await page.evaluate(() => {
      document.addEventListener('contentRefreshNeeded', () => Object.assign(window, { refreshed: true }));
    });
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await switchTo(page, 'sv');
    await page.waitForURL(`${origin}/sv`);
    await announced(page);
    expect(await page.evaluate(() => Reflect.get(window, 'refreshed'))).toBeUndefined();
  });
});

test('from and to a page without an island nothing is loaded in full, from the first tap on; what was typed comes back', async ({
  expect,
}) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/ANNA-50`);
    await page.locator('#join-form-email').fill('anne@example.com');
    await page.locator('#join-form-country').selectOption('CH');
    await page.locator('#join-form-newsletter').check();
    await live(page, 'join');
    await page.reload();
    const typed = async (): Promise<readonly unknown[]> => [
      await page.locator('#join-form-email').inputValue(),
      await page.locator('#join-form-country').inputValue(),
      await page.locator('#join-form-newsletter').isChecked(),
    ];
    const before = ['anne@example.com', 'CH', true];
    await expect.poll(typed).toEqual(before);
    const stays = await mark(page);
    await page.locator('footer a[href="/privacy"]').dispatchEvent('click');
    await page.waitForURL(`${origin}/privacy`);
    expect(await stays()).toBe(true);
    await page.goBack();
    await expect.poll(typed).toEqual(before);
    expect(await stays()).toBe(true);
    // The first tap after a full load, with nothing fetched before it.
    await page.goto(`${origin}/about-us`);
    const retained = await mark(page);
    await page.locator('footer a[href="/terms"]').dispatchEvent('click');
    await page.waitForURL(`${origin}/terms`);
    expect(await retained()).toBe(true);
    await page.reload();
    await page.goBack();
    await page.locator('h1', { hasText: 'house' }).waitFor();
  });
});

test('a form that is sent before it is live after a reload leaves nothing of what was typed behind', async ({
  expect,
}) => {
  await visit({ expectedMessages: /status of 422/ }, async ({ page }) => {
    await page.goto(`${origin}/ANNA-50`);
    await page.locator('#join-form-email').fill('anne@example.com');
    await live(page, 'join');
    // From here on its code never comes.
    await page.route('**/assets/**/*.js', () => undefined);
    await page.route('**/assets/*.js', () => undefined);
    await page.reload({ waitUntil: 'commit' });
    const kept = (): Promise<string | null> => page.evaluate(() => sessionStorage.getItem('vitrine_form'));
    await page.locator('#join-form-email').waitFor();
    expect(await kept()).toContain('anne@example.com');
    await page.locator('form[action$="/do/register"] button[type=submit]').press('Enter');
    // The answer asks for the code that never comes, and so is never loaded as a whole.
    await page.waitForURL('**/do/register*', { waitUntil: 'commit' });
    expect(await kept()).toBeNull();
  });
});

test('whatever goes wrong on the way ends in a full load of the same address', async ({ expect }) => {
  await visit({ expectedMessages: /Failed to load resource/ }, async ({ page }) => {
    await page.goto(`${origin}/`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await page.route(/_nav=1/, (route) => route.abort());
    const stays = await mark(page);
    await switchTo(page, 'pl');
    await page.waitForURL(/\/pl/);
    await expect.poll(stays).toBe(false);
    await expect.poll(() => language(page)).toBe('pl');
  });
});

test.for(['no-preference', 'reduce'] as const)(
  'with reduced motion "%s" a page changes with or without a transition',
  async (reducedMotion, { expect }) => {
    await visit({ reducedMotion }, async ({ page }) => {
      await page.goto(`${origin}/`);
      await page.evaluate(() => {
        const start = document.startViewTransition.bind(document);
        Object.assign(window, { transitions: 0 });
        document.startViewTransition = (change) => {
          Object.assign(window, { transitions: Number(Reflect.get(window, 'transitions')) + 1 });
          return start(change);
        };
      });
      await page.locator('#join-form-email').focus();
      await live(page, 'join');
      await switchTo(page, 'nl');
      await page.waitForURL(`${origin}/nl`);
      await announced(page);
      expect(await page.evaluate(() => Reflect.get(window, 'transitions'))).toBe(reducedMotion === 'reduce' ? 0 : 1);
    });
  },
);

test('an answer that leads to a script is refused', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const problems = await collectProblems(page);
    await page.goto(`${origin}/`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await page.route(/_nav=1/, (route) => route.fulfill({ json: { location: 'javascript:document.title="taken"' } }));
    await switchTo(page, 'it');
    await expect.poll(problems).toEqual([expect.stringContaining('The address "javascript:…" is refused.')]);
    expect(await page.title()).not.toBe('taken');
    expect(page.url()).toBe(`${origin}/`);
  });
});
