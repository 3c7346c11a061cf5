import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createBackend } from '#server/app/backend.ts';
import { paths } from '#server/platform/paths.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import { startServer } from '#server/app/start-server.ts';
import { experimentSite } from './experiment-site.ts';
import { SECRET } from './secret.ts';
import { reportTo } from './report.ts';

const { settings, site, compiler } = await experimentSite(Number(process.argv[2] ?? 0));
const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
const holder = new SiteStore({
  read: () => Promise.resolve({ layers: [], images: [], deployment: site.deployment, journeys: [] }),
  resolve: () => ({ ok: true, site, warnings: [] }),
  prepare: () => Promise.resolve(compiler),
  now: Date.now,
});
await holder.reload();
const backend = await createBackend({
  dataDir,
  secret: SECRET,
  site: plainSite({ name: 'Bench', publicOrigin: 'https://www.example.com' }),
  mailFrom: 'Bench <bench@example.com>',
});
const { app } = await startServer({
  settings: { ...settings, dataDir },
  siteStore: holder,
  backend,
  log: pino({ level: 'silent' }),
  publicDirs: [paths.prepared],
  pageCache: paths.pageCache,
  warm: false,
});
const address = app.server.address();
if (typeof address === 'object' && address !== null) reportTo(process, address.port);
