import pino from 'pino';
import { paths } from '#server/platform/paths.ts';
import { SiteHolder } from '#server/site/holder/site-holder.ts';
import { startServer } from '#server/start-server.ts';
import { benchSite } from './bench-site.ts';
import { reportTo } from './report.ts';

const { settings, site, compiler } = await benchSite(Number(process.argv[2] ?? 0));
const holder = new SiteHolder({
  read: () => Promise.resolve({ layers: [], images: [], deployment: site.deployment, journeys: [] }),
  resolve: () => ({ ok: true, site, warnings: [] }),
  // The copies are equal but for their names: trying one page is trying all.
  prepare: () => Promise.resolve(compiler),
  now: Date.now,
});
await holder.reload();
const { app, pages } = await startServer({
  settings,
  holder,
  backend: null,
  log: pino({ level: 'silent' }),
  publicDirs: [paths.client],
  pageCache: paths.pageCache,
  warm: false,
});
for (const document of ['landings/default', 'landings/copy-0']) {
  const found = site.documents.get(document);
  if (found) await pages.warm(site, { document, locale: 'en', arms: [], facets: {}, path: `/${found.slug ?? ''}` });
}
const address = app.server.address();
if (typeof address === 'object' && address !== null) reportTo(process, address.port);
