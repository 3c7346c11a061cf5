import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresLimits } from '#server/platform/database/postgres-pool.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import { settingsTable } from '#server/platform/settings/table.ts';
import { bench } from '#tests/helpers/backend.ts';
import { pathsIn } from '#tests/helpers/docker-file.ts';
import { publishedProject } from '#tests/helpers/published-project.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('the image takes every folder that a server imports or reads, and none that is not there', () => {
  const paths = pathsIn(read('deploy/Dockerfile'));
  expect(paths).toEqual(
    expect.arrayContaining(['server', 'engine', 'journeys', 'schemas', 'commands', 'pages-config']),
  );
  expect(paths.filter((path) => path !== 'dist' && !existsSync(join(root, path)))).toEqual([]);
  const context = read('.dockerignore');
  const built = paths.filter((path) => !['node_modules', 'dist'].includes(path));
  expect(built.filter((path) => !context.includes(`!${path}\n`))).toEqual([]);
});

test('the services set what the server reads, and mount what is there', () => {
  const compose = read('deploy/compose.yml');
  const environment = /environment: &environment\n((?: {4}\w+: .*\n)+)/.exec(compose)?.[1] ?? '';
  const names = [...environment.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !Object.hasOwn(settingsTable, name))).toEqual([]);
  const required = Object.entries(settingsTable).filter(([, row]) => row.default.production === null);
  expect(names).toEqual(expect.arrayContaining(required.map(([name]) => name)));
  const mounted = [...compose.matchAll(/(\.\/[\w./-]+):\//g)].map(([, path = '']) => path);
  expect(mounted.length).toBeGreaterThan(2);
  expect(mounted.filter((path) => !existsSync(join(root, 'deploy', path)))).toEqual([]);
});

test('an image is named by its release, and each process keeps the address that nginx looked up', () => {
  const compose = read('deploy/compose.yml');
  expect(compose).toContain('image: vitrine:${RELEASE:?}\n');
  const servers = [...read('deploy/nginx/upstream.compose.conf').matchAll(/server (site-\d):/g)].map(
    ([, name]) => name,
  );
  const subnet = /subnet: ([\d.]+)\.0\/24/.exec(compose)?.[1] ?? '';
  const addresses = servers.map(
    (name) => new RegExp(`^  ${name}: .*ipv4_address: ${subnet}\\.(\\d+) `, 'm').exec(compose)?.[1],
  );
  expect(servers).toEqual(['site-1', 'site-2']);
  expect(new Set(addresses.filter((address) => address !== undefined)).size).toBe(2);
});

test('the role behind the pooler has the limits of the server', () => {
  const sql = read('deploy/postgres/limits.sql');
  expect(sql).toContain(`set statement_timeout = '${postgresLimits.statement}ms'`);
  expect(sql).toContain(`set idle_in_transaction_session_timeout = '${postgresLimits.idleInTransaction}ms'`);
});

test('nginx ends TLS with HTTP/2, and leads plain HTTP to the same address over TLS', () => {
  const conf = read('deploy/nginx/vitrine.conf');
  expect(conf.match(/^ *listen .*$/gm)).toEqual(['  listen 443 ssl http2;']);
  const compose = read('deploy/compose.yml');
  expect(compose).toContain("ports: ['80:80', '443:443']");
  const folder = /ssl_certificate (.*)\/fullchain\.pem;/.exec(conf)?.[1] ?? '';
  expect(compose).toContain(`}:${folder}:ro`);
  expect(read('deploy/nginx/redirect.conf')).toContain('return 308 https://$host$request_uri;');
});

test('Requests in the cache do not wait for the response of another visitor, and HEAD stays HEAD', () => {
  const directives = read('deploy/nginx/vitrine.conf').replaceAll(/^\s*#.*$/gm, '');
  expect(directives).not.toContain('proxy_cache_lock');
  expect(directives).toContain('proxy_cache_convert_head off;');
  expect(directives).toContain('proxy_cache_key "$request_method ');
});

const { start } = bench('sqlite');

test('nginx takes what the actions of admin pages and agents take, in every language and below a base path, and no other large body', async () => {
  const conf = read('deploy/nginx/vitrine.conf');
  const usual = Number(/^ {2}client_max_body_size (\d+)k;/m.exec(conf)?.[1]) * 1024;
  const large = [...conf.matchAll(/location ~ (\S+) \{\s*client_max_body_size (\d+)m;/g)].map(
    ([, pattern = '', size]) => [new RegExp(pattern), Number(size) * 1024 * 1024] as const,
  );
  const takenAt = (path: string): number => large.find(([pattern]) => pattern.test(path))?.[1] ?? usual;
  const { adminPages } = await start({ project: publishedProject() });
  expect(Object.keys(adminPages.actions)).toEqual(
    expect.arrayContaining(['import-codes', 'save-json', 'upload-picture']),
  );
  for (const [name, { maxBody, upload }] of Object.entries(adminPages.actions)) {
    // What is typed may have three bytes for each in a form; hardly anybody types such characters alone.
    const needed = upload === undefined ? 2 * (maxBody ?? 0) : upload.maxBytes + bodyLimits.form;
    for (const prefix of ['', '/de', '/club/pl']) {
      const taken = takenAt(`${prefix}/do/admin/${name}`);
      expect(taken, name).toBeGreaterThanOrEqual(needed);
      expect(taken === usual || needed > 0, name).toBe(true);
    }
  }
  const { upload } = adminPages.actions['upload-picture'] ?? {};
  expect(conf).toContain(`Images may have ${Math.floor((upload?.maxBytes ?? 0) / 1_000_000)} MB`);
  expect(takenAt('/club/api/mcp')).toBeGreaterThanOrEqual(bodyLimits.drafts);
  expect(takenAt('/do/register')).toBe(usual);
});
