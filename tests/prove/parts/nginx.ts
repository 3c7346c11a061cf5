import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNginx } from '#tests/setup/programs.ts';

const deploy = join(import.meta.dirname, '../../../deploy/nginx');

export interface Nginx {
  /** Scheme, host and port without a trailing slash. */
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Starts nginx with the files of deploy/nginx, without TLS, changed in nothing else but addresses and the folder of its cache.
 *
 * @param servers ports of one process or of the two of deploy/compose.yml, on this machine
 */
export async function startNginx(port: number, servers: readonly number[]): Promise<Nginx> {
  const text = await readFile(join(deploy, 'vitrine.conf'), 'utf8');
  const upstream = await writeUpstream(servers);
  return run(port, (folder) => ({
    'upstream.conf': upstream,
    'vitrine.conf': text
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replaceAll(/^ *ssl_.*\n/gm, '')
      .replace('/var/cache/nginx/vitrine', join(folder, 'cache')),
  }));
}

/** A balancer as one writes it without a thought of servers that end, as names with two addresses are: each request is tried once. */
export function startNaiveNginx(port: number, servers: readonly number[]): Promise<Nginx> {
  const lines = servers.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ');
  return run(port, () => ({
    'naive.conf': `upstream naive { ${lines} }
server {
  listen 127.0.0.1:${port};
  location / {
    proxy_pass http://naive;
    proxy_next_upstream off;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
  }
}`,
  }));
}

/** A cache as one writes it who wants many hits: every page is kept for a minute, under its address alone. */
export function startNaiveCache(port: number, server: number): Promise<Nginx> {
  return run(port, (folder) => ({
    'naive.conf': `proxy_cache_path ${join(folder, 'cache')} keys_zone=naive:10m;
server {
  listen 127.0.0.1:${port};
  location / {
    proxy_pass http://127.0.0.1:${server};
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_cache naive;
    proxy_cache_key $request_uri;
    proxy_cache_valid 200 302 303 404 1m;
    proxy_ignore_headers Cache-Control Expires Set-Cookie Vary X-Accel-Expires;
    add_header X-Cache $upstream_cache_status always;
  }
}`,
  }));
}

async function writeUpstream(servers: readonly number[]): Promise<string> {
  const own = (port: number): string => `127.0.0.1:${port}`;
  const [first = 0, ...others] = servers;
  if (others.length === 0)
    return (await readFile(join(deploy, 'upstream.conf'), 'utf8')).replace('127.0.0.1:3000', own(first));
  const text = await readFile(join(deploy, 'upstream.compose.conf'), 'utf8');
  return servers.reduce((changed, port, index) => changed.replace(`site-${index + 1}:3000`, own(port)), text);
}

async function run(port: number, filesIn: (folder: string) => Readonly<Record<string, string>>): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-nginx-'));
  const files = filesIn(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await mkdir(join(folder, 'cache'));
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${join(folder, what)};`,
  );
  const includes = Object.keys(files).map((name) => `include ${name};`);
  const config = join(folder, 'nginx.conf');
  await writeFile(
    config,
    // A worker of another user could not write into the folder.
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections 2048; } http { access_log off; ${places.join(' ')} ${includes.join(' ')} }`,
  );
  const child = spawn(findNginx() ?? '', ['-c', config, '-e', join(folder, 'error.log')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await answers(origin)); tries += 1) {
    if (tries > 100) throw new Error(`nginx does not start: ${await readFile(join(folder, 'error.log'), 'utf8')}`);
    await sleep(50);
  }
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/livez`).then(
    () => true,
    () => false,
  );
