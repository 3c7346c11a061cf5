import { expect, test } from 'vitest';
import { rules } from '#engine/documents/rules/index.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { rulePage } from './rule-page.ts';

const read = async (rule: string): Promise<string | null> => {
  // All that a page of a rule reads of a request.
  const request = { query: new URLSearchParams({ rule }) } as unknown as AdminRequest;
  const file = await rulePage.load(request);
  return file !== null && 'body' in file ? file.body : null;
};

test.each(rules)('The rule $id has a page without signs of Markdown, and its code as it is written', async ({ id }) => {
  const page = await read(id);
  expect(page).toContain(`<h1>${id}</h1>`);
  expect(page?.match(/<pre tabindex="0"><code>/g)?.length).toBeGreaterThan(1);
  const text = page?.replaceAll(/<(pre|code)\b[^]*?<\/\1>/g, '');
  expect(text).not.toMatch(/\*\*|`|\]\(/);
});

test('Nothing else is sent as the page of a rule', async () => {
  for (const rule of ['', 'no-such-rule', '../forms', 'alt-text.md']) expect(await read(rule)).toBeNull();
});
