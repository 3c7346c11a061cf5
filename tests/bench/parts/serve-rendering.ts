import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { benchSite } from './bench-site.ts';
import { reportTo } from './report.ts';

/** What servers usually do: render the page with React and compress it with gzip 6, for every request. */
const { site, compiler } = await benchSite(0);
const server = createServer(async (_request, response) => {
  const { parts, end } = await compiler.compile({
    site,
    document: 'landings/default',
    locale: 'en',
    variations: [],
    facets: {},
    path: '/',
  });
  const body = gzipSync(parts.map((part) => (typeof part === 'string' ? part : '')).join('') + end, { level: 6 });
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'gzip',
    'Content-Length': body.length,
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) reportTo(process, address.port);
});
