import { Mistake } from '#engine/base/errors.ts';
import { resolve } from '#engine/documents/resolve.ts';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import { readBuildRecord } from '#server/platform/build-record.ts';
import { createLog } from '#server/platform/observe/log.ts';
import { openBackend } from '#server/open-backend.ts';
import { paths, root } from '#server/platform/paths.ts';
import { loadBuiltCompiler } from '#server/site/holder/built-compiler.ts';
import { projectSource } from '#server/site/holder/project-source.ts';
import { SiteHolder } from '#server/site/holder/site-holder.ts';
import { startServer } from '#server/start-server.ts';
import { banner } from './banner.ts';
import { demoRows } from './demo-rows.ts';
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
  const createCompiler = await loadBuiltCompiler();
  const holder = new SiteHolder({
    read: projectSource(root, settings),
    resolve,
    prepare: async (site) => {
      const assets = await prepareAssets({ root, site, outDir: paths.prepared, cacheDir: paths.assetCache });
      return createCompiler({ assets, buildId: record.buildId });
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
    publicDirs: [paths.client, paths.prepared],
    pageCache: paths.pageCache,
  });
  stopOnSignals(stopper);
  process.on('SIGHUP', () => {
    holder
      .reload()
      .catch((error: unknown) =>
        log.error({ err: error }, 'The documents could not be read; the last good site is sent.'),
      );
  });
  console.log(banner(settings, holder.current, url, await demoRows(settings, backend.members, url)));
}
