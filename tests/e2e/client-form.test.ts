import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import { pickSample } from '#tests/helpers/documents.ts';
import { visit } from '#tests/helpers/browser.ts';
import { addresses, names, refusedAddresses, refusedNames } from '#tests/helpers/form-corpus.ts';
import { holdIslands, live, prepared } from '#tests/helpers/islands.ts';

const origin = inject('origin');

const firstName = {
  en: 'Please provide your first name.',
  de: 'Bitte geben Sie Ihren Vornamen an.',
} as const;

/** From now on, in order: each field that is marked or no longer marked, what it held then, and whether it had the focus. */
async function watchMarks(page: Page): Promise<() => Promise<readonly string[]>> {
  const marks = await page.evaluateHandle(() => {
    const seen: string[] = [];
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLInputElement)) continue;
        const mark = target.ariaInvalid === 'true' ? 'marked' : 'unmarked';
        const place = document.activeElement === target ? 'inside' : 'left';
        seen.push(`${target.name} "${target.value}" ${mark}, ${place}`);
      }
    });
    observer.observe(document.body, { subtree: true, attributeFilter: ['aria-invalid'] });
    return seen;
  });
  return () => marks.jsonValue();
}

const prefixes = pickSample(['', '/de', '/fr', '/it', '/nl', '/pl', '/sv'], 5);

test.for(prefixes)('in "%s" an empty form says in the page’s language what is missing', async (prefix, { expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}${prefix}/invitation`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    // The messages for the eye are compiled into the page; the summary says the same words.
    const compiled = await page.locator('#join-form-firstName-message').textContent();
    await page.locator('#join-form button[type=submit]').click();
    const summary = page.locator('#join-form-summary');
    await summary.and(page.locator(':focus')).waitFor();
    await page.locator('#join-form-firstName[aria-invalid=true]').waitFor();
    const message = await page.locator('#join-form-firstName-message').textContent();
    expect(message).not.toBe('');
    expect(compiled).toContain(message);
    await expect.poll(() => summary.textContent()).toContain(message);
    if (prefix === '') expect(message).toBe(firstName.en);
    await expect
      .poll(() => page.locator('#join-form-firstName').getAttribute('aria-errormessage'))
      .toBe('join-form-firstName-message');
  });
});

test('a mistake that is corrected leaves the field and the summary at once, and a reload keeps all input', async ({
  expect,
}) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/invitation`);
    await page.locator('#join-form-email').fill('anne@example.com');
    await live(page, 'join');
    await page.locator('#join-form button[type=submit]').click();
    const entries = page.locator('#join-form-summary li');
    await entries.first().waitFor();
    const before = await entries.count();
    await page.locator('#join-form-firstName').fill('Anne');
    await expect.poll(() => entries.count()).toBe(before - 1);
    await expect.poll(() => page.locator('#join-form-firstName').getAttribute('aria-invalid')).toBeNull();
    await page.reload();
    await expect.poll(() => page.locator('#join-form-firstName').inputValue()).toBe('Anne');
    expect(await page.locator('#join-form-email').inputValue()).toBe('anne@example.com');
  });
});

test('a field is marked when it is left with something that does not fit, not while it is typed', async ({
  expect,
}) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/invitation`);
    const email = page.locator('#join-form-email');
    await email.focus();
    await live(page, 'join');
    const marks = await watchMarks(page);
    await page.keyboard.type('anne@');
    await page.keyboard.press('Tab');
    await expect.poll(marks).toEqual(['email "anne@" marked, left']);
    await email.fill('anne@example.com');
    await expect.poll(marks).toEqual(['email "anne@" marked, left', 'email "anne@example.com" unmarked, inside']);
  });
});

test('a field is not marked when it is only passed by keyboard, and is when it was emptied', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/invitation`);
    await page.locator('#join-form-terms').focus();
    await live(page, 'join');
    const marks = await watchMarks(page);
    await page.keyboard.press('Tab');
    const lastName = page.locator('#join-form-lastName');
    await lastName.focus();
    await page.keyboard.type('Blanc');
    await page.keyboard.press('Tab');
    await lastName.fill('');
    await page.keyboard.press('Tab');
    await expect.poll(marks).toEqual(['lastName "" marked, left']);
  });
});

test('names and addresses get the same verdict in the browser as on the server', async ({ expect }) => {
  const typed = {
    firstName: [...names, ...refusedNames.map(([name]) => name)],
    email: [...addresses, ' anna@example.com ', 'anna@example.com\u00A0', ...refusedAddresses],
  };
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/invitation`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    const verdicts = await page.evaluate(
      (fields) =>
        Object.entries(fields).flatMap(([field, values]) => {
          const input = document.querySelector<HTMLInputElement>(`#join-form-${field}`);
          if (input === null) throw new Error(`There is no field "${field}".`);
          return values.map((value) => {
            input.value = value;
            // As it is left.
            input.dispatchEvent(new Event('change', { bubbles: true }));
            // Only a script can enter more.
            const fits = input.validity.valid && input.value.length <= input.maxLength;
            // What a field of one line makes of it is what is sent.
            return { field, sent: input.value, fits };
          });
        }),
      typed,
    );
    expect(verdicts).toHaveLength(typed.firstName.length + typed.email.length);
    const other = { gender: 'man', firstName: 'Jan', lastName: 'Kos', email: 'jan@example.com', country: 'PL' };
    const different = verdicts.filter(({ field, sent, fits }) => {
      const form = { ...other, terms: true, code: 'ANNA-50', [field]: sent };
      return validateForm('registration', form).ok !== fits;
    });
    // Lengths in octets are the server's to judge; it never refuses less.
    expect(different.map(({ sent, fits }) => [sent, fits])).toEqual([[`${'ü'.repeat(33)}@example.com`, true]]);
  });
});

const zones = [
  ['Europe/Stockholm', 'SE'],
  ['Atlantic/Canary', 'ES'],
  ['America/New_York', 'DE'],
] as const;

test.for(zones)('the country of a browser in %s is %s', async ([timezoneId, country], { expect }) => {
  await visit({ timezoneId }, async ({ page }) => {
    await page.goto(`${origin}/invitation`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await expect.poll(() => page.locator('#join-form-country').inputValue()).toBe(country);
  });
});

test('a country that the visitor chose stays, whatever the time zone says', async ({ expect }) => {
  await visit({ timezoneId: 'Europe/Stockholm' }, async ({ page }) => {
    const held = await holdIslands(page);
    await page.goto(`${origin}/invitation`);
    await page.locator('#join-form-country').focus();
    await page.locator('#join-form-country').selectOption('FR');
    held.release();
    await live(page, 'join');
    // The form answers by itself: whatever was to happen to its fields has happened.
    await page.locator('#join-form button[type=submit]').click();
    await page.locator('#join-form-summary').waitFor();
    expect(await page.locator('#join-form-country').inputValue()).toBe('FR');
  });
});

test('with the keyboard alone a visitor registers, with the result of the plain form', async ({ expect }) => {
  await visit({ timezoneId: 'Europe/Vienna' }, async ({ page, requests }) => {
    await page.goto(`${origin}/invitation?rc=CERCLE-2026`);
    await page.locator('#join-form-gender').focus();
    await live(page, 'join');
    await page.keyboard.press('Space');
    for (const text of ['Anne', 'Keyboard', 'anne.keyboard@example.com']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.locator('#join-form-terms').focus();
    await page.keyboard.press('Space');
    await prepared(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/registration\/formfinished/);
    const posts = requests.filter((request) => request.method() === 'POST');
    expect(posts.map((request) => new URL(request.url()).pathname)).toEqual(['/graphql']);
    expect(posts[0]?.postDataJSON()).toMatchObject({ variables: { input: { country: 'AT' } } });
    await expect.poll(() => page.locator('main').textContent()).toContain('anne.keyboard@example.com');
  });
});

test('a refusal of the server is at its field, with all that was typed, and the way to the waiting list', async ({
  expect,
}) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/code`);
    await page.locator('input[name=code]').fill('EMPTY-0');
    await live(page, 'code');
    await page.locator('input[name=code]').press('Enter');
    await page.locator('#code [aria-invalid=true]').waitFor();
    await page.locator('input[name=code]:focus').waitFor();
    expect(await page.locator('input[name=code]').inputValue()).toBe('EMPTY-0');
    expect(page.url()).toBe(`${origin}/code`);
    await page.locator('#code .field-message a').click();
    await page.locator('form[action$="/do/enter-lobby"]').waitFor();
    await expect.poll(() => page.url()).toBe(`${origin}/EMPTY-0`);
  });
});

test('a right code takes one round trip, and Back and a reload ask for the page that it led to', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${origin}/code`);
    const field = page.locator('input[name=code]');
    await field.fill('ANNA-50');
    await live(page, 'code');
    const before = requests.length;
    await field.press('Enter');
    await page.waitForURL('**rc=ANNA-50');
    await page.locator('input[name=firstName]').waitFor();
    const asked = requests
      .slice(before)
      .filter((request) => request.isNavigationRequest() || request.resourceType() === 'fetch');
    expect(asked.map((request) => [request.method(), new URL(request.url()).pathname])).toEqual([
      ['POST', '/do/check-code'],
    ]);
    expect(await page.title()).not.toContain('404');
    await page.goBack();
    await page.locator('input[name=code]').waitFor();
    await page.goForward();
    await page.locator('input[name=firstName]').waitFor();
    await page.reload();
    await page.locator('input[name=firstName]').waitFor();
  });
});

test('without a connection the form says so and can be sent again', async ({ expect }) => {
  await visit({ expectedMessages: /Failed to load resource/ }, async ({ page }) => {
    await page.goto(`${origin}/code`);
    const field = page.locator('input[name=code]');
    await field.fill('CERCLE-2026');
    await live(page, 'code');
    const forms = /\/(?:graphql|do\/)/;
    await page.route(forms, (route) => route.abort('internetdisconnected'));
    await field.press('Enter');
    await page.getByText('There is a network issue').waitFor();
    await page.unroute(forms);
    await field.press('Enter');
    await page.waitForURL(/rc=CERCLE-2026/);
    await expect.poll(() => page.locator('main').count()).toBe(1);
  });
});

test('the lean flow keeps its draft on the server between two live steps', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/lean?rc=CERCLE-2026`);
    await page.locator('#join-form-email').fill('anne.lean@example.com');
    await live(page, 'join');
    await page.locator('#join-form-email').press('Enter');
    await page.waitForURL(/\/registration\/formstarted/);
    await page.locator('input[name=firstName]').fill('Anne');
    await page.locator('input[name=lastName]').fill('Lean');
    await page.locator('.segments label').first().click();
    await page.locator('input[name=terms]').check();
    await page.locator('input[name=lastName]').press('Enter');
    await page.waitForURL(/\/registration\/formfinished/);
    await expect.poll(() => page.locator('main').textContent()).toContain('anne.lean@example.com');
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  });
});
