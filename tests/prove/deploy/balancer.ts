import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNginx } from '#tests/setup/programs.ts';

export interface Balancer {
  /** Scheme, host and port without a trailing slash. */
  readonly origin: string;
  /** Sends new requests to these servers alone; those that run go on where they are. */
  use(servers: readonly number[]): void;
  stop(): Promise<void>;
}

/** nginx that spreads requests over servers of this machine and asks the next one when one refuses. It keeps no answers. */
export async function startBalancer(port: number, servers: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-nginx-'));
  const file = join(folder, 'nginx.conf');
  const write = (used: readonly number[]): void => writeFileSync(file, configuration(folder, port, used));
  write(servers);
  const child = spawn(findNginx() ?? 'nginx', ['-p', folder, '-c', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(origin).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`nginx ended with code ${child.exitCode}.`);
    await sleep(50);
  }
  return {
    origin,
    use(used) {
      write(used);
      child.kill('SIGHUP');
    },
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (folder: string, port: number, servers: readonly number[]): string => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 2048; }
http {
  access_log off;
  keepalive_timeout 0;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream site {
${servers.map((each) => `    server 127.0.0.1:${each} max_fails=0;`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://site;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $http_x_forwarded_for;
      proxy_next_upstream error timeout http_502 http_503;
    }
  }
}
`;
