import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { freePort, startServer } from '#tests/helpers/server.ts';

/** A device as Chromium plays one. @returns puts its owner's finger on it, or takes it off */
async function addAuthenticator(page: Page): Promise<(enabled: boolean) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (enabled) => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
}

test('a user signs in by password, creates a passkey, signs in with it in both ways, and takes it away', async () => {
  // Passkeys belong to names of hosts: an address such as 127.0.0.1 has none.
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const server = await startServer({ env: { PORT: port, PUBLIC_ORIGIN: origin } });
  try {
    const printed = /(admin@example\.com) {2}password (\S+)/;
    await expect.poll(() => server.output()).toMatch(printed);
    const [, email = '', password = ''] = printed.exec(server.output()) ?? [];
    await visit({ size: 'desktop' }, async ({ page }) => {
      const putFinger = await addAuthenticator(page);
      await page.goto(`${origin}/de/admin/signin?next=%2Fadmin%2Fsessions`);
      await page.getByLabel('E-Mail-Adresse').fill(email);
      await page.getByLabel('Passwort').fill(password);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await page.getByLabel('Name, etwa').fill('Telefon');
      await page.getByRole('button', { name: 'Passkey anlegen' }).click();
      await page.waitForURL(/done=passkeyAdded$/);
      expect(await accessibilityMistakes(page)).toEqual([]);
      // The field for the address offers the passkey, and the finger takes it.
      await page.getByRole('button', { name: 'Abmelden' }).click();
      await page.waitForURL(/\/admin$/);
      await putFinger(false);
      await page.getByRole('button', { name: 'Abmelden' }).click();
      await page.waitForURL(/signin\?done=signedOut$/);
      await putFinger(true);
      await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
      await page.waitForURL(/\/admin$/);
      await page.goto(`${origin}/de/admin/sessions`);
      await page.getByRole('button', { name: '„Telefon“ entfernen' }).click();
      await page.waitForURL(/done=passkeyRemoved$/);
      expect(await page.getByText('Noch keine Passkeys').count()).toBe(1);
    });
  } finally {
    await server.stop();
  }
});
