import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no store reaches for the browser’s storage', () => {
  const stores = readdirSync(import.meta.dirname).filter((file) => !file.includes('.test.'));
  expect(stores).toContain('page.ts');
  for (const store of stores) {
    const source = readFileSync(new URL(store, import.meta.url), 'utf8');
    expect(source).not.toMatch(/persist|localStorage|sessionStorage/);
  }
});
