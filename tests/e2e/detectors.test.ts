import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { type Visit, visit } from '#tests/helpers/browser.ts';
import { htmlMistakes } from '#tests/helpers/html-validate.ts';
import { layoutShifts, lengthenWords, sidewaysScroll, turnAround, unreadableWords } from '#tests/helpers/layout.ts';

/* The other tests trust these detectors; here each one meets a page with the mistake it looks for. */

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const body = searchParams.get('body') ?? '';
  const policy = searchParams.get('policy');
  if (policy !== null) response.setHeader('content-security-policy', policy);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A</title>${body}</html>`,
  );
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  server.close();
  await once(server, 'close');
});

function open<T>(body: string, look: (visit: Visit) => Promise<T>, policy?: string): Promise<T> {
  return visit({ size: 'narrow' }, async (visited) => {
    const { port } = server.address() as AddressInfo;
    const query = new URLSearchParams({ body, ...(policy !== undefined && { policy }) });
    await visited.page.goto(`http://127.0.0.1:${port}/?${query.toString()}`);
    return look(visited);
  });
}

test.for([
  ['sticks out of the screen', `<p style="width: 900px">${'word '.repeat(40)}</p>`, /cut off/],
  [
    'is cut off by a box',
    '<p style="width: 40px; overflow: hidden; white-space: nowrap">Invitation</p>',
    /"Invitation" is cut off/,
  ],
  [
    'is broken in the middle',
    '<p style="width: 60px; overflow-wrap: anywhere">Mitgliedsbeitrag</p>',
    /broken in the middle/,
  ],
] as const)('a word that %s is found', async ([, body, message]) => {
  expect((await open(body, ({ page }) => unreadableWords(page))).join('\n')).toMatch(message);
});

test.for([
  ['wraps at a space', '<p style="width: 90px">Willkommen im Haus</p>'],
  [
    'is in a strip that scrolls sideways',
    '<div style="width: 90px; overflow-x: auto; white-space: nowrap">one two three four five</div>',
  ],
  [
    'is for screen readers only',
    '<p style="position: absolute; width: 1px; overflow: hidden; white-space: nowrap">Hidden words</p>',
  ],
] as const)('text that %s is fine', async ([, body]) => {
  expect(await open(body, ({ page }) => unreadableWords(page))).toEqual([]);
});

test('a page wider than the screen is found', async () => {
  expect(
    await open('<div style="width: 900px; height: 9px"></div>', ({ page }) => sidewaysScroll(page)),
  ).toBeGreaterThan(0);
  expect(await open('<p>narrow</p>', ({ page }) => sidewaysScroll(page))).toBe(0);
});

test('a label that holds only the words of today is found with longer ones', async () => {
  const label =
    '<nav><a style="display: block; width: 95px; overflow: hidden; white-space: nowrap">Registration</a></nav>';
  const [now, longer] = await open(label, async ({ page }) => {
    const before = await unreadableWords(page);
    await lengthenWords(page);
    return [before, await unreadableWords(page)];
  });
  expect(now).toEqual([]);
  expect(longer.join()).toContain('is cut off in a');
});

test('what leaves the screen from right to left alone is found', async () => {
  const words = '<style>[dir=rtl] p { margin-inline: -60px 0 }</style><p>words of a paragraph</p>';
  const [start, turned] = await open(words, async ({ page }) => {
    const before = await unreadableWords(page);
    await turnAround(page);
    return [before, await unreadableWords(page)];
  });
  expect(start).toEqual([]);
  expect(turned.join()).toContain('is cut off in p');
});

test('what moves by itself is found', async () => {
  const mover =
    '<p id="late" style="height: 0"></p><p>text below</p><script>setTimeout(() => { late.style.height = "200px"; document.title = "moved"; }, 200)</script>';
  const shifts = await open(mover, async ({ page }) => {
    await page.waitForFunction(() => document.title === 'moved');
    return layoutShifts(page);
  });
  expect(shifts.join()).toContain('text below');
});

test('an image without words and pale text are accessibility mistakes', async () => {
  const mistakes = await open(
    '<main><h1>A</h1><img src="data:," /><p style="color: #ccc">pale</p></main>',
    ({ page }) => accessibilityMistakes(page),
  );
  expect(mistakes.join()).toContain('image-alt');
  expect(mistakes.join()).toContain('color-contrast');
});

test('an element in the wrong place is a mistake of the HTML', async () => {
  const body = '<ul><div>not an item</div></ul>';
  const mistakes = await htmlMistakes(
    `<!doctype html><html lang="en"><head><title>A</title></head><body>${body}</body></html>`,
  );
  expect(mistakes.join()).toContain('element-permitted-content');
});

test.for([
  ['writes to the console', '<script>console.log("hello")</script>', undefined, /console\.log: hello/],
  ['throws', '<script>throw new Error("broken")</script>', undefined, /threw .*broken/],
  [
    'asks another host',
    '<img alt="" src="https://example.com/pixel.png">',
    undefined,
    /requested https:\/\/example\.com/,
  ],
  ['violates its policy', '<script>1</script>', "script-src 'self'", /Content Security Policy/],
] as const)('a page that %s fails its visit', async ([, body, policy, message]) => {
  await expect(open(body, ({ page }) => page.title(), policy)).rejects.toThrow(message);
});
