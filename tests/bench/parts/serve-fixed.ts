import { createServer } from 'node:http';
import { encode } from '#server/site/pages/encode-page.ts';
import { benchSite } from './bench-site.ts';
import { reportTo } from './report.ts';

/** The least a server can do: one of two ready Brotli buffers, chosen by a hash of the cookie. */
const { site, compiler } = await benchSite(0);
const template = await compiler.compile({
  site,
  document: 'landings/default',
  locale: 'en',
  variations: [],
  facets: {},
  path: '/',
});
const text = template.parts.map((part) => (typeof part === 'string' ? part : '')).join('');
const buffers = ['<!--a-->', '<!--b-->'].map(
  (mark) => encode({ text: Buffer.from(text + mark + template.end), beforeTail: null }, 'best').br,
);

const server = createServer((request, response) => {
  const cookie = request.headers.cookie ?? '';
  let hash = 2166136261;
  for (let i = 0; i < cookie.length; i += 1) hash = Math.imul(hash ^ cookie.charCodeAt(i), 16777619);
  const body = buffers[hash & 1];
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': body?.length,
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) reportTo(process, address.port);
});
