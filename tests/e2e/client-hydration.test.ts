import { inject, test } from 'vitest';
import { slowDown, visit } from '#tests/helpers/browser.ts';
import { collectProblems, holdIslands, live } from '#tests/helpers/islands.ts';

const origin = inject('origin');
const refused = /the server responded with a status of 422/;

test('Text typed before, during and after hydration is preserved, with focus and caret', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const problems = await collectProblems(page);
    await page.goto(`${origin}/invitation`);
    await slowDown(page, { cpu: 4, network: 'slow 4G' });
    const field = page.locator('#join-form-firstName');
    await field.focus();
    const text = 'Anne Marie Charlotte Louise Eleonore Victoire';
    for (const letter of text) await page.keyboard.type(letter, { delay: 20 });
    await live(page, 'join');
    await page.keyboard.press('Home');
    await page.keyboard.type('Dr. ');
    await expect.poll(() => field.inputValue()).toBe(`Dr. ${text}`);
    await expect
      .poll(() => field.evaluate((node: HTMLInputElement) => [document.activeElement === node, node.selectionStart]))
      .toEqual([true, 4]);
    expect(await problems()).toEqual([]);
  });
});

test('Choices made before hydration are preserved', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const held = await holdIslands(page);
    await page.goto(`${origin}/invitation`);
    await page.locator('.segments label').nth(1).click();
    await page.locator('#join-form-country').selectOption('PL');
    await page.locator('#join-form-terms').check();
    held.release();
    await live(page, 'join');
    expect(await page.locator('input[name=gender]:checked').getAttribute('value')).toBe('man');
    expect(await page.locator('#join-form-country').inputValue()).toBe('PL');
    expect(await page.locator('#join-form-terms').isChecked()).toBe(true);
  });
});

test('an island whose code takes long shows that it loads, until it is live', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/assets\/island-/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(`${origin}/code`);
    await page.locator('input[name=code]').focus();
    const island = page.locator('[data-island][data-id=code]');
    await expect.poll(() => island.getAttribute('data-loading')).toBe('');
    const button = island.locator('button[type=submit]');
    await expect.poll(() => button.evaluate((element) => getComputedStyle(element).cursor)).toBe('progress');
    resolve();
    await live(page, 'code');
    await expect.poll(() => island.getAttribute('data-loading')).toBeNull();
  });
});

test('a form sent before it is live is posted once, answered at its field without leaving the page, and comes to life', async ({
  expect,
}) => {
  await visit({}, async ({ page, requests }) => {
    const held = await holdIslands(page);
    await page.goto(`${origin}/code`);
    const field = page.locator('input[name=code]');
    await field.fill('NOT-A-CODE');
    await field.press('Enter');
    await field.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    expect(
      requests.filter((request) => request.method() === 'POST').map((request) => new URL(request.url()).pathname),
    ).toEqual(['/do/check-code']);
    expect([new URL(page.url()).pathname, await field.inputValue()]).toEqual(['/code', 'NOT-A-CODE']);
    await field.fill('NOT-A-CODE-EITHER');
    held.release();
    await live(page, 'code');
    expect(await field.inputValue()).toBe('NOT-A-CODE-EITHER');
  });
});

test('a form sent twice before it is live is posted once, and a link that is followed meanwhile leads on without its answer', async ({
  expect,
}) => {
  await visit({}, async ({ page, requests }) => {
    await holdIslands(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/do\/check-code/, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(`${origin}/code`);
    const field = page.locator('input[name=code]');
    await field.fill('NOT-A-CODE');
    await field.press('Enter');
    await field.press('Enter');
    await page.locator('footer a[href^="/"]:not([target])').first().click();
    await page.locator('main:not(:has(#code)) h1:focus').waitFor();
    const answered = page.waitForResponse(/\/do\/check-code/);
    resolve();
    await answered;
    await page.goBack();
    await field.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    expect(requests.filter((request) => request.method() === 'POST')).toHaveLength(1);
  });
});

test('a form whose first answer is lost is posted natively, with its button, and once more after Back', async ({
  expect,
}) => {
  await visit({ expectedMessages: /Failed to load resource|status of 422/ }, async ({ page, requests }) => {
    await holdIslands(page);
    await page.route(/\/do\/check-code\?_nav/, (route) => route.abort());
    await page.goto(`${origin}/code`);
    const field = page.locator('input[name=code]');
    for (const code of ['NOT-A-CODE', 'NOT-A-CODE-EITHER']) {
      await field.fill(code);
      await field.press('Enter');
      await page.waitForURL(/\/do\/check-code/);
      expect(await field.inputValue()).toBe(code);
      await page.goBack();
      await page.waitForURL(/\/code$/);
    }
    expect(requests.filter((request) => request.method() === 'POST' && request.isNavigationRequest())).toHaveLength(2);
  });
});

test('a right code sent before its form is live opens its page, without the code of the form', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await holdIslands(page);
    await page.goto(`${origin}/code`);
    const field = page.locator('input[name=code]');
    await field.fill('ANNA-50');
    await field.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/code');
    await page.locator('main:not(:has(#code)) h1:focus').waitFor();
    expect(requests.filter((request) => request.isNavigationRequest())).toHaveLength(1);
    await page.goBack();
    await field.waitFor();
  });
});

test.for([true, false])(
  'with JavaScript %s, an empty form that is not live is answered with the summary in the page’s language, and no bubble of the browser',
  async (javaScriptEnabled, { expect }) => {
    await visit({ javaScriptEnabled, expectedMessages: refused }, async ({ page }) => {
      await holdIslands(page);
      await page.goto(`${origin}/de/invitation`);
      // Enter in a field, as a browser that checks by itself would show its bubble.
      await page.locator('#join-form-firstName').press('Enter');
      const summary = page.locator('#join-form-summary');
      expect(await summary.innerText()).toContain('Vornamen');
      await summary.and(page.locator(':focus')).waitFor();
    });
  },
);

test('a form whose code cannot be loaded is answered all the same', async ({ expect }) => {
  await visit({ expectedMessages: /Failed to load resource/ }, async ({ page }) => {
    await page.route(/\/assets\/island-/, (route) => route.abort());
    await page.goto(`${origin}/code`);
    const field = page.locator('input[name=code]');
    await field.fill('NOT-A-CODE');
    await field.press('Enter');
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    expect(await field.inputValue()).toBe('NOT-A-CODE');
  });
});

test('without its first module the page is as it was: links and forms are the browser’s', async ({ expect }) => {
  await visit({ expectedMessages: /Failed to load resource/ }, async ({ page }) => {
    await page.route(/\/assets\/start/, (route) => route.abort());
    await page.goto(`${origin}/code`);
    await page.locator('input[name=code]').fill('NOT-A-CODE');
    await page.locator('input[name=code]').press('Enter');
    await page.waitForURL(/\/do\/check-code/);
    expect(await page.locator('input[name=code]').getAttribute('aria-invalid')).toBe('true');
  });
});

test('a text altered on the wire is reported, and what was typed survives', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const problems = await collectProblems(page);
    await page.route(`${origin}/invitation`, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: body.replace('>First name<', '>Given name<') });
    });
    const held = await holdIslands(page);
    await page.goto(`${origin}/invitation`);
    const field = page.locator('#join-form-firstName');
    await field.focus();
    await page.keyboard.type('Anne');
    await page.keyboard.press('ArrowLeft');
    held.release();
    await live(page, 'join');
    await page.keyboard.type('-');
    await expect.poll(() => field.inputValue()).toBe('Ann-e');
    await expect.poll(() => page.locator('label[for=join-form-firstName]').textContent()).toBe('First name');
    await expect.poll(async () => (await problems()).join()).toContain('hydration');
  });
});

test('an invitation’s name is on the page before and after hydration', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const problems = await collectProblems(page);
    await page.goto(`${origin}/two-steps?rc=ANNA-50`);
    const title = page.locator('#join-title');
    const before = await title.textContent();
    expect(before).toContain('Anna');
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    expect(await title.textContent()).toBe(before);
    expect(await problems()).toEqual([]);
  });
});

test('without JavaScript the same form is answered with the same messages', async ({ expect }) => {
  await visit({ javaScriptEnabled: false, expectedMessages: refused }, async ({ page }) => {
    await page.goto(`${origin}/code`);
    await page.locator('input[name=code]').fill('NOT-A-CODE');
    await page.locator('input[name=code]').press('Enter');
    await page.waitForURL(/\/do\/check-code/);
    expect(await page.locator('input[name=code]').inputValue()).toBe('NOT-A-CODE');
    expect(await page.locator('#code .field-message').textContent()).toBe(
      'Your code is not valid. Please compare it with your invitation.',
    );
  });
});
