import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { formatSettingsPage } from './settings-page.ts';

test('docs/settings.md says what the table holds', async () => {
  const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  expect(page, 'Write it anew: node commands/docs/write-settings-page.ts').toBe(formatSettingsPage());
});
