import { expect, test } from 'vitest';
import { resolve } from '#engine/documents/resolve.ts';
import { root } from '#server/platform/paths.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';
import { testSettings } from '#tests/helpers/plain-server.ts';

test('No text of pages, mails and blocks has typographic mistakes or two forms of address', async () => {
  const result = resolve(await createProjectSource(root, testSettings())());
  const findings = result.ok ? result.warnings : result.findings;
  expect(findings.filter(({ rule }) => rule === 'typography')).toEqual([]);
});
