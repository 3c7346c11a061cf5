import { Mistake } from '#engine/base/errors.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { type AssetList, publishAssets } from '#engine/compile/assets/asset-lists.ts';
import { readBuildRecord, releaseFolder } from '#server/platform/build-record.ts';
import { createLog } from '#server/platform/observe/log.ts';
import { openBackend } from '#server/open-backend.ts';
import { paths, root } from '#server/platform/paths.ts';
import { loadBuiltCompiler } from '#server/site/holder/built-compiler.ts';
import { projectSource } from '#server/site/holder/project-source.ts';
import { SiteHolder } from '#server/site/holder/site-holder.ts';
import { startServer } from '#server/start-server.ts';
import { obtainAssets } from './obtain-assets.ts';
import { makeWhileServing } from './pictures/unmade-pictures.ts';
import { banner } from './banner.ts';
import { demoRows } from './demo-rows.ts';
import { noteUse } from './releases.ts';
import { mistakeOf, requireSettings } from './run-command.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** Serves what `npm run build` made. SIGHUP reads the documents again. */
export async function serveSite(): Promise<void> {
  const settings = requireSettings();
  const record = await readBuildRecord();
  if (record === null) {
    throw new Mistake('There is no finished build. Run "npm run build" first, or "npm start", which does both.');
  }
  const log = createLog(settings);
  const createCompiler = await loadBuiltCompiler(releaseFolder(record));
  // A container starts with its own files alone, and other releases ask for them, too.
  const scripts = await publishAssets(releaseFolder(record).client, settings.assetsDir, 'scripts');
  const places = { root, outDir: settings.assetsDir, cacheDir: paths.assetCache };
  // In production everything is made before a page names it.
  const later = settings.mode === 'demo';
  const unmade = makeWhileServing(places, log);
  let pictures: AssetList | null = null;
  const holder = new SiteHolder({
    read: projectSource(root, settings),
    resolve,
    prepare: async (site) => {
      const published = await obtainAssets({ ...places, site, later, file: releaseFolder(record).pictures });
      pictures = published.list;
      unmade.add(site, published.manifest, published.unmade);
      return createCompiler({ assets: published.manifest, buildId: record.buildId });
    },
    now: Date.now,
  });
  const first = await holder.reload();
  if (first.kind === 'refused') throw mistakeOf(first.findings);

  const backend = await openBackend(settings, () => holder.current, log);
  const { stopper, url } = await startServer({
    settings,
    holder,
    backend,
    log,
    publicDirs: [settings.assetsDir],
    pictures: unmade,
    pageCache: paths.pageCache,
  });
  noteUse(record.release, () => (pictures === null ? [scripts] : [scripts, pictures]));
  stopOnSignals(stopper);
  process.on('SIGHUP', () => {
    holder
      .reload()
      .catch((error: unknown) =>
        log.error({ err: error }, 'The documents could not be read; the last good site is sent.'),
      );
  });
  const site = holder.current;
  if (settings.mode === 'demo') console.log(banner(settings, site, url, await demoRows(settings, backend, url)));
  else log.info({ url, revision: site.revision, documents: site.documents.size }, 'Vitrine is serving.');
}
