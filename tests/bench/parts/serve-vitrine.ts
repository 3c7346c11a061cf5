import pino from 'pino';
import { type Backend, createBackend } from '#server/app/backend.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { paths } from '#server/platform/paths.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import { startServer } from '#server/app/start-server.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { benchSite } from './bench-site.ts';
import { reportTo } from './report.ts';

/** Codes and networks of proxies, in whose name the load may come from many addresses: lists with commas. */
const [copies = '0', codes, dataDir = '', trustedProxies = ''] = process.argv.slice(2);
const { settings, site, compiler } = await benchSite(Number(copies), { TRUSTED_PROXIES: trustedProxies });
const holder = new SiteStore({
  read: () => Promise.resolve({ layers: [], images: [], deployment: site.deployment, journeys: [] }),
  resolve: () => ({ ok: true, site, warnings: [] }),
  // The copies are equal but for their names: trying one page is trying all.
  prepare: () => Promise.resolve(compiler),
  now: Date.now,
});
await holder.reload();
const { app, pages } = await startServer({
  settings,
  siteStore: holder,
  backend: codes === undefined ? null : await backendWith(codes.split(',')),
  log: pino({ level: 'silent' }),
  publicDirs: [paths.prepared],
  pageCache: paths.pageCache,
  warm: false,
});
for (const document of ['landings/default', 'landings/copy-0']) {
  const found = site.documents.get(document);
  if (found)
    await pages.warm(site, { document, locale: 'en', variations: [], facets: {}, path: `/${found.slug ?? ''}` });
}
const address = app.server.address();
if (typeof address === 'object' && address !== null) reportTo(process, address.port);

/** A database of its own with codes, as campaigns have them. */
async function backendWith(labels: readonly string[]): Promise<Backend> {
  const backend = await createBackend({
    dataDir,
    secret: 'a secret of benches that is long enough to be one',
    mailFrom: settings.mailFrom,
    site: plainSite({ name: 'Maison Cercle', publicOrigin: settings.publicOrigin }),
  });
  for (const label of labels) await addCode(backend, label, 1_000_000);
  return backend;
}
