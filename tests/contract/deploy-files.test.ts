import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresLimits } from '#server/platform/database/postgres-pool.ts';
import { settingsTable } from '#server/platform/settings/table.ts';
import { pathsIn } from '#tests/helpers/docker-file.ts';

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

test('nobody waits in the cache for the answer of another visitor, and HEAD stays HEAD', () => {
  const directives = read('deploy/nginx/vitrine.conf').replaceAll(/^\s*#.*$/gm, '');
  expect(directives).not.toContain('proxy_cache_lock');
  expect(directives).toContain('proxy_cache_convert_head off;');
  expect(directives).toContain('proxy_cache_key "$request_method ');
});

test('nginx takes the list of codes that the page takes, in every language and below a base path, and no other large form', () => {
  const conf = read('deploy/nginx/vitrine.conf');
  const [, location = '', size = ''] = /location ~ (\S+codes\$) \{\s*client_max_body_size (\d+)m;/.exec(conf) ?? [];
  expect(Number(size)).toBeGreaterThanOrEqual(2);
  const isTaken = (path: string): boolean => new RegExp(location).test(path);
  const actions = ['check-codes', 'import-codes'];
  for (const action of actions)
    for (const prefix of ['', '/de', '/club/pl']) expect(isTaken(`${prefix}/do/admin/${action}`)).toBe(true);
  expect(isTaken('/do/register')).toBe(false);
  expect(isTaken('/do/admin/create-code')).toBe(false);
});
