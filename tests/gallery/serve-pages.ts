import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, normalize } from 'node:path';
import type { Template } from '#engine/compile/types.ts';
import { readAsset } from './pending-images.ts';

const types: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Serves pages by number, compiled ones or finished ones, and what they load, to the browser that photographs them. */
export async function servePages(
  pageAt: (index: number, query: URLSearchParams) => Promise<Template | string>,
): Promise<{ origin: string; server: Server }> {
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://gallery');
    const index = /^\/page\/(\d+)$/.exec(path)?.[1];
    // Fonts that are in the cache are there in time for the first paint, which is all they are given.
    if (index === undefined) response.setHeader('Cache-Control', 'max-age=3600');
    const body =
      index === undefined
        ? asset(path)
        : pageAt(Number(index), searchParams).then((page) => {
            if (typeof page === 'string') return page;
            if (page.link !== '') response.setHeader('Link', page.link);
            return makePage(page);
          });
    body.then(
      (content) => response.setHeader('Content-Type', types[extname(path)] ?? 'text/html; charset=utf-8').end(content),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** What stands for a visitor's own values; others stay empty, as for a visitor about whom nothing is known. */
const SAMPLES: Readonly<Record<string, string>> = {
  appliedEmail: 'marie@example.com',
  email: 'marie@example.com',
  hours: '24 hours',
  lobbyEmail: 'marie@example.com',
  name: 'Anna',
  voucherCode: 'CERCLE-7Q4K',
  voucherMinimum: '50 €',
  voucherUntil: '4.12.2026',
};

function makePage({ parts, end }: Template): string {
  const filled = parts.map((part) => (typeof part === 'string' ? part : (SAMPLES[part.name] ?? '')));
  return filled.join('') + end;
}

async function asset(path: string): Promise<Buffer> {
  const inside = normalize(path);
  if (!inside.startsWith('/assets/')) throw new Error(`"${path}" is not an asset.`);
  return readAsset(inside.slice(1));
}
