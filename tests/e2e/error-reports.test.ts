import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { paths } from '#server/platform/paths.ts';
import { visit } from '#tests/helpers/browser.ts';
import { live, scriptsIn } from '#tests/helpers/islands.ts';
import { type HostedServer, startHostedServer } from '#tests/helpers/hosted-server.ts';
import { makeBundle } from '../../commands/source-maps/bundle.ts';

interface SentReport {
  readonly release: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly exception: { readonly values: readonly { readonly value: string; readonly stacktrace?: object }[] };
}

let server: HostedServer;
const taken: string[] = [];
const service = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    taken.push(body);
    response.end('{}');
  });
});

beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  server = await startHostedServer({ SENTRY_DSN: `http://key@127.0.0.1:${port}/7` });
});

afterAll(async () => {
  await server.stop();
  service.close();
});

const reports = (): SentReport[] => taken.map((envelope) => JSON.parse(envelope.split('\n')[2] ?? ''));

test('a page loads nothing for reports before its first error, and then reports each with its route and without the visitor', async ({
  expect,
}) => {
  await visit({ expectedMessages: /Nobody is|lost/ }, async ({ page, requests }) => {
    await page.goto(`${server.origin}/de/ANNA-50`, { waitUntil: 'networkidle' });
    expect(scriptsIn(requests)).toEqual([]);
    // As a script of the page would fail: its name, an unhandled rejection, and a problem that the client has survived.
    await page.evaluate(() => {
      setTimeout(() => {
        throw new TypeError('Nobody is marie@example.com.');
      });
    });
    await expect.poll(() => taken.length).toBe(1);
    await page.evaluate(() => {
      void Promise.reject(new Error('lost'));
      const detail = { where: 'flags', error: new Error('no flags') };
      document.dispatchEvent(new CustomEvent('vitrine:problem', { detail }));
    });
    await expect.poll(() => taken.length).toBe(3);
    expect(scriptsIn(requests)).toEqual([expect.stringContaining('/assets/errors.')]);
    expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(new Set([server.origin]));
  });
  const [first, ...others] = reports();
  expect(first?.exception.values[0]?.value).toBe('Nobody is (address)');
  expect(first?.exception.values[0]?.stacktrace).toBeDefined();
  expect(first?.tags).toEqual({ route: expect.stringMatching(/___de$/), where: 'window', language: 'de' });
  expect(others.map(({ tags }) => tags['where']).toSorted()).toEqual(['flags', 'promise']);
  expect(taken.join()).not.toMatch(/ANNA-50|marie@|127\.0\.0\.1"/);
});

test('The source maps of a release are stored for the error service, apart from what browsers load', async ({
  expect,
}) => {
  const record = await readBuildRecord();
  if (record === null) throw new Error('There is no build.');
  expect(new Set(reports().map(({ release }) => release))).toEqual(new Set([record.release]));
  const { scripts } = await makeBundle({ folder: getReleaseFolder(record), release: record.release, basePath: '/' });
  expect(scripts).toContainEqual(expect.stringMatching(/^~\/assets\/errors\.[\w-]+\.js$/));
  for (const script of scripts) {
    const file = join(paths.prepared, script.slice(2));
    expect([script, existsSync(file), existsSync(`${file}.map`)]).toEqual([script, true, false]);
    expect(readFileSync(file, 'utf8')).not.toContain('sourceMappingURL');
  }
});

test('a form works as ever where reports are configured', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${server.origin}/code`);
    await page.locator('input[name=code]').focus();
    await live(page, 'code');
    await page.locator('input[name=code]').fill('ANNA-50');
    await page.locator('form[action$="/do/check-code"] button').click();
    await page.waitForURL(/ANNA-50/);
    expect(await page.locator('form[action$="/do/register"]').count()).toBe(1);
  });
});
