import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROGRAM } from '#engine/experiments/user-agent.ts';
import { addCode, bench } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';

const root = join(import.meta.dirname, '../..');
const { start } = bench('sqlite');
const nginx = readFileSync(join(root, 'deploy/nginx/vitrine.conf'), 'utf8');

test('answers say what the page about caching says they do', async () => {
  const page = readFileSync(join(root, 'docs/caching.md'), 'utf8');
  const rows = [...page.matchAll(/^\| [^|]+ \| `(\/[^`]*)` \| `([^`]+)` \|$/gm)];
  expect(rows.length).toBeGreaterThan(7);
  const backend = await start();
  await addCode(backend, 'PLACES', 2);
  const server = await serveRegistration(backend);
  const asked = rows.map(async ([, path = '', control]) => {
    const { headers } = await fetch(new URL(server.url).origin + path, { redirect: 'manual' });
    expect([path, headers.get('cache-control')]).toEqual([path, control]);
    expect(headers.get('vary') ?? '').not.toMatch(/user-agent/i);
  });
  await Promise.all(asked);
});

test('the cache distinguishes programs and people as the site does', () => {
  expect(nginx).toContain(`"~*${PROGRAM.source}" program;`);
});

test('The cache ignores headers of clients, and does not expose the endpoints of the load balancer', () => {
  for (const header of ['X-Forwarded-For $remote_addr', 'X-Edge-Visitor $', 'X-Edge-Consent $', 'traceparent ""'])
    expect(nginx).toContain(`proxy_set_header ${header}`);
  expect(nginx).toContain('location ~ ^/(?:livez|readyz|metrics)$');
});
