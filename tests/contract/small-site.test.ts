import { expect, test } from 'vitest';
import { serveCompiled } from '#tests/helpers/serve-compiled.ts';
import { resolveSmall } from '#tests/helpers/small-project.ts';

const result = resolveSmall();
if (!result.ok) throw new Error('The small project has mistakes.');
const get = serveCompiled(result.site);

test.each([
  ['/en', 200, 'en'],
  ['/de', 200, 'de'],
  ['/de/summer', 200, 'de'],
  ['/fr/about-us', 403, 'fr'],
  ['/it/nothing', 404, 'it'],
])('%s of a small site is decided about, rendered and sent with status %i', async (path, status, locale) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  expect(answer.html).toMatch(new RegExp(`^<!doctype html><html lang="${locale}".*<h1`, 's'));
});
