import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';

const origin = inject('origin');

test('in demo mode documents are sent to the API by hand', async ({ expect }) => {
  await visit({ size: 'desktop' }, async ({ page }) => {
    await page.goto(`${origin}/dev/graphql`);
    await page.getByLabel('Operation').selectOption('checkRegistrationCode');
    await page.getByLabel('Variables (JSON)').fill('{ "registrationCode": "ANNA-50", "locale": "de" }');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => page.locator('#answer').textContent()).toMatch(/^200.*"invitorName": "Anna"/s);
  });
});
