import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Backend } from '#server/app/backend.ts';
import { type AdminServer, startAdminServer } from '#tests/helpers/admin-server.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { addCode, request } from '#tests/helpers/backend.ts';
import { tick, visit } from '#tests/helpers/browser.ts';
import { sidewaysScroll } from '#tests/helpers/layout.ts';

let admin: AdminServer;
let backend: Backend;

beforeAll(async () => {
  admin = await startAdminServer();
  ({ backend } = admin);
  await addCode(backend, 'DEADS', 9);
  for (const name of ['anna', 'eva', 'ines', 'lena', 'maja', 'nora', 'olga', 'pola', 'rosa'])
    await backend.members.register(request({ code: 'DEADS', email: `${name}@example.com` }));
  await vi.waitFor(async () => {
    const { byStatus } = await backend.outbox.state();
    if ('queued' in byStatus || 'sending' in byStatus) throw new Error('Mails are still on their way.');
  }, 60_000);
  const { db } = backend.ports.database;
  await db.updateTable('outbox').set({ status: 'dead', last_error: '550 no such user' }).execute();
});
afterAll(() => admin.stop());

const walks = [
  { locale: 'en', size: 'desktop', withScript: true, prefix: '' },
  { locale: 'de', size: 'phone', withScript: true, prefix: '/de' },
  { locale: 'pl', size: 'phone', withScript: false, prefix: '/pl' },
] as const;

test.each(walks)(
  'mails that were given up are ticked and sent again by keyboard in "$locale" on a $size, with a script: $withScript',
  async ({ locale, size, withScript, prefix }) => {
    await visit({ locale, size, javaScriptEnabled: withScript, expectedMessages: /422/ }, async ({ page }) => {
      const mistakes = async () => [
        ...(withScript ? await accessibilityMistakes(page) : []),
        ...((await sidewaysScroll(page)) > 0 ? ['scrolls sideways'] : []),
      ];
      await admin.open(page, `${prefix}/admin/mails`);
      // A form that is sent before its script listens is answered by a new page, without the focus.
      await page.waitForLoadState('networkidle');
      const boxes = page.locator('tbody [type=checkbox]');
      const before = await boxes.count();
      const submit = page.locator('#revive-mails button');
      await submit.press('Enter');
      await page.locator('#revive-mails [role=alert]').waitFor();
      expect([await submit.evaluate((button) => button === document.activeElement), await mistakes()]).toEqual([
        true,
        [],
      ]);
      const names = [await boxes.nth(0).getAttribute('name'), await boxes.nth(1).getAttribute('name')];
      await tick(boxes.nth(0));
      await tick(boxes.nth(1));
      await submit.press('Enter');
      await page.waitForURL(/done=mailsRevived&n=2/);
      await page.locator('[role=status]', { hasText: '2' }).first().waitFor();
      const left = await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('name')));
      expect([before - left.length, left.filter((name) => names.includes(name)), await mistakes()]).toEqual([
        2,
        [],
        [],
      ]);
    });
  },
);
