import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { refuseStatistics } from '#tests/helpers/consent.ts';
import { live } from '#tests/helpers/islands.ts';
import { type MailServer, startMailServer } from '#tests/helpers/mail-server.ts';
import { type HostedServer, startHostedServer } from '#tests/helpers/hosted-server.ts';

let mail: MailServer;
let server: HostedServer;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startHostedServer({ SMTP_URL: mail.url, MAIL_FROM: 'Maison Cercle <hello@example.com>' });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});

/** What a screen reader is given, without addresses and countries, and with a visitor's own values named. */
async function heard(part: Locator): Promise<string> {
  const tree = await part.ariaSnapshot();
  return tree
    .replaceAll(/^ *- \/url: .*\n?/gm, '')
    .replaceAll(/\d{1,2} (?:[A-Z][a-z]+) \d{4}/g, '(date)')
    .replaceAll(/\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g, '(voucher)')
    .replaceAll(/^ *- option (?!"Select).*\n/gm, '')
    .trim();
}

/** The parts of the page that a screen reader can jump to, in their order. */
async function landmarks(page: Page): Promise<string[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  return lines
    .filter((line) => /^- (?:link|region|banner|main|contentinfo)\b/.test(line))
    .map((line) => line.replace(/:$/, ''));
}

/** The focused element's name, and what is said of it beside that. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const texts = (attribute: string): string =>
      (element?.getAttribute(attribute) ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.innerText ?? '')
        .join(' ')
        .trim();
    return `${element?.localName}: ${texts('aria-describedby')}`;
  });
}

test('the way from the lobby to the voucher, as a screen reader reads it', async ({ expect }) => {
  const email = 'heard@example.com';
  await visit({ locale: 'en', size: 'phone' }, async ({ page }) => {
    await page.goto(server.origin);
    // The question comes before the page that it is about.
    expect(await landmarks(page)).toMatchInlineSnapshot(`
      [
        "- link "Go to the content"",
        "- region "Before you look around"",
        "- banner",
        "- main",
        "- contentinfo",
      ]
    `);
    await refuseStatistics(page);

    await page.goto(`${server.origin}/code`);
    const code = page.locator('main form');
    const field = code.locator('input[name=code]');
    await field.focus();
    await live(page, 'code');
    await field.press('Enter');
    await code.locator('[role=alert]:visible').waitFor();
    expect(await heard(code)).toMatchInlineSnapshot(`
      "- form "Do you hold an access code?":
        - heading "Do you hold an access code?" [level=2]
        - text: Your access code
        - textbox "Your access code" [invalid]:
          - /placeholder: " "
        - alert: Please provide an access code.
        - button "Open the door"
        - paragraph: No code yet?
        - paragraph: Your email address is enough. We write back with your link to the waiting list.
        - link "Apply for membership":"
    `);
    expect(await focused(page)).toMatchInlineSnapshot(`"input: Please provide an access code."`);
    expect(await accessibilityMistakes(page)).toEqual([]);

    await page.goto(`${server.origin}/ANNA-50`);
    const join = page.locator('#join-form');
    await join.locator('[name=email]').fill('heard@');
    await live(page, 'join');
    await join.locator('button[type=submit]').click();
    await page.locator('#join-form-summary:focus').waitFor();
    expect(await heard(join)).toMatchInlineSnapshot(`
      "- form "Introduce yourself.":
        - alert:
          - paragraph: A few details need a second look.
          - list:
            - listitem:
              - link "Gender":
              - text: ": Please choose an option: how may we address you?"
            - listitem:
              - link "First name":
              - text: ": Please provide your first name."
            - listitem:
              - link "Last name":
              - text: ": Please provide your last name."
            - listitem:
              - link "Email address":
              - text: ": Please provide a valid email address."
            - listitem:
              - link "Please accept the terms and the privacy policy.":
          - paragraph: Everything else is kept.
        - paragraph: Your invitation is with us. There is no code to enter.
        - radiogroup "Gender" [invalid]:
          - text: Gender
          - radio "Woman"
          - text: Woman
          - radio "Man"
          - text: Man
          - radio "Prefer not to say"
          - text: Prefer not to say
          - paragraph: "Please choose an option: how may we address you?"
        - text: First name
        - textbox "First name" [invalid]:
          - /placeholder: " "
        - paragraph: Please provide your first name.
        - text: Last name
        - textbox "Last name" [invalid]:
          - /placeholder: " "
        - paragraph: Please provide your last name.
        - text: Email address
        - textbox "Email address" [invalid]:
          - /placeholder: " "
          - text: heard@
        - paragraph: Please provide a valid email address.
        - text: Country
        - combobox "Country":
          - option "Select your country"
        - checkbox "Write to me. New arrivals and private offers by email. Unsubscribe in any email."
        - strong: Write to me.
        - text: New arrivals and private offers by email. Unsubscribe in any email.
        - checkbox "I accept the terms and have read the privacy policy." [invalid]
        - text: I accept the
        - link "terms":
        - text: and have read the
        - link "privacy policy":
        - text: .
        - paragraph: Please accept the terms and the privacy policy.
        - button "Accept the invitation"
        - paragraph:
          - text: Already a member?
          - link "Log in":"
    `);
    expect(await accessibilityMistakes(page)).toEqual([]);

    await join.locator('label', { hasText: 'Woman' }).click();
    await join.locator('[name=firstName]').fill('Zoë');
    await join.locator('[name=lastName]').fill('Blanc');
    await join.locator('[name=email]').fill(email);
    await join.locator('[name=country]').selectOption('SE');
    await join.locator('[name=terms]').check();
    await join.locator('button[type=submit]').click();
    const sent = page.locator('#verify, dialog[open], main section').filter({ hasText: email }).first();
    await sent.waitFor();
    expect(await heard(sent)).toMatchInlineSnapshot(`
      "- region "Check your email.":
        - paragraph: One step left
        - heading "Check your email." [level=1]
        - paragraph:
          - text: We have sent a confirmation link to
          - strong: heard@example.com
          - text: . Follow it once, and the door opens.
        - list:
          - listitem: The link works once and is valid for 24 hours.
          - listitem: Nothing after a few minutes? Please look in your spam folder.
          - listitem:
            - group: Not your address? Change the address
        - button "Send the link again""
    `);
    expect(await accessibilityMistakes(page)).toEqual([]);

    await page.goto(await mail.linkTo(email));
    expect(await heard(page.locator('main'))).toMatchInlineSnapshot(`
      "- main:
        - region "Turn the key.":
          - paragraph: Last step
          - heading "Turn the key." [level=1]
          - paragraph: One press confirms your address, and your membership begins.
          - button "Activate my account"
          - paragraph: If this was not you, simply close this page."
    `);
    expect(await accessibilityMistakes(page)).toEqual([]);
    await page.locator('form[action$="/do/activate"] button[type=submit]').click();
    await page.waitForURL('**/registration/gift-voucher');
    expect(await heard(page.locator('main'))).toMatchInlineSnapshot(`
      "- main:
        - region "Your first order begins with a gift.":
          - paragraph: Welcome in
          - heading "Your first order begins with a gift." [level=1]
          - paragraph: Your account is active. Log in and enter the code with your order.
          - paragraph: Maison Cercle
          - paragraph: 10% off an order of your choice
          - paragraph:
            - text: Your code
            - code: (voucher)
          - paragraph: Valid until (date) No minimum order value
          - link "Log in":
          - paragraph: We have sent you the code by email as well."
    `);
    expect(await accessibilityMistakes(page)).toEqual([]);

    // An account that waits, as anyone who asks again for one that is not theirs would hear.
    await page.goto(`${server.origin}/registration/registrationformemailpendingcomplete`);
    expect(await heard(page.locator('main'))).toMatchInlineSnapshot(`
      "- main:
        - region "The email is in your inbox.":
          - paragraph: Waiting for you
          - heading "The email is in your inbox." [level=1]
          - paragraph: An account with this email address has been opened and is waiting to be confirmed. Please follow the link in our email; it may have landed in your spam folder.
          - button "Send the link again"
          - link "Register with another email":"
    `);
  });
});
