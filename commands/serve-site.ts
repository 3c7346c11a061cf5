import { resolveWithPauses } from '#engine/documents/resolve.ts';
import type { ShownCrop } from '#engine/compile/assets/missing-crops.ts';
import type { CropPlan } from '#engine/compile/assets/plan-crops.ts';
import { publishAssets } from '#engine/compile/assets/asset-lists.ts';
import type { PublishedAssets } from '#engine/compile/assets/remembered-assets.ts';
import { readServedScripts } from '#server/site/store/client-scripts.ts';
import type { Compiler } from '#engine/compile/types.ts';
import { openErrorReports } from '#server/platform/error-reports/open-error-reports.ts';
import { createLog } from '#server/platform/observability/log.ts';
import type { Backend } from '#server/app/backend.ts';
import { openBackend } from '#server/app/open-backend.ts';
import { paths, root } from '#server/platform/paths.ts';
import { createYield } from '#server/platform/yield-to-requests.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';
import { createBuiltPages } from '#server/site/pages/built-pages.ts';
import { computePageName } from '#server/site/pages/page-name.ts';
import type { PagePack } from '#server/site/pages/page-pack.ts';
import { Inspector } from '#server/site/publications/inspector.ts';
import { PublishedContent } from '#server/site/publications/published-content.ts';
import type { Overlay } from '#server/site/publications/overrides.ts';
import { createImageFiles } from '#server/site/uploads/image-files.ts';
import type { UploadedImage } from '#server/site/publications/ports.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { startServer } from '#server/app/start-server.ts';
import type { GracefulShutdown } from '#server/app/shutdown.ts';
import { obtainAssets } from './obtain-assets.ts';
import { ImageWorker } from './images/image-worker.ts';
import { createSharedImages, type SharedImages } from './images/shared-images.ts';
import { encodeWhileServing } from './images/encode-while-serving.ts';
import { openRelease } from './publishing/open-release.ts';
import { resolveAddress, formatBanner } from './banner.ts';
import { collectDemoRows } from './collect-demo-rows.ts';
import { recordUse } from './releases.ts';
import { toUserError, requireSettings } from './run-command.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/**
 * Serves the last build until the process is asked to end. SIGHUP reloads the documents, on systems that support it.
 *
 * @param built resolves when there is a build; until then documents are read, but nothing is opened or written
 */
export async function serveSite(built?: Promise<void>): Promise<void> {
  const settings = requireSettings();
  const { stopper, reload, announce } = await openSite(settings, built);
  stopOnSignals(stopper);
  // Windows sends it when the console is closed.
  if (process.platform !== 'win32') process.on('SIGHUP', reload);
  await announce();
}

export interface OpenedSite {
  readonly stopper: GracefulShutdown;
  readonly backend: Backend;
  /** Reloads the documents. */
  readonly reload: () => void;
  /** Prints that the server listens, and in demo mode what can be tried. */
  readonly announce: () => Promise<void>;
}

/**
 * Serves the last build; one process may open several servers.
 *
 * @param eventLoopDelay see `ServerOptions`
 */
export async function openSite(
  settings: Settings,
  built: Promise<void> = Promise.resolve(),
  eventLoopDelay?: () => number,
): Promise<OpenedSite> {
  let running = '';
  const reports = openErrorReports(settings, () => running);
  const log = createLog(settings, undefined, reports?.report);
  const release = built.then(() => openServedRelease(settings));
  const places = { root, outDir: settings.assetsDir, cacheDir: paths.assetCache };
  // In production, all files are created before a page refers to them.
  const later = settings.mode === 'demo';
  const maker = new ImageWorker({ ...places, roots: [root, paths.uploads] });
  const pendingImages = encodeWhileServing(maker, log);
  let shared: SharedImages | null = null;
  const uploadsIn = async (overlays: readonly Overlay[]): Promise<readonly UploadedImage[]> =>
    (await shared?.uploadsIn(overlays)) ?? [];
  const extend = (crops: readonly ShownCrop[]): Promise<CropPlan> => maker.run({ kind: 'plan', crops });
  let assets: PublishedAssets | null = null;
  let lastCompiler: Compiler | null = null;
  let packed: PagePack | null = null;
  const content = new PublishedContent(createProjectSource(root, settings));
  const holder = new SiteStore({
    read: () => content.read(),
    resolve: async (input, previous) => {
      const { checkCache } = await release;
      return resolveWithPauses({ ...input, checkCache }, previous, createYield());
    },
    prepare: async (site) => {
      const { record, folder, createCompiler, pack } = await release;
      packed = pack;
      const isPublished = content.isChanged;
      const before = assets;
      assets = await obtainAssets({ ...places, site, later, isPublished, before, extend, file: folder.images });
      await pendingImages.plan(assets.added ?? []);
      pendingImages.add(site, assets.manifest, assets.pending);
      if (lastCompiler === null || assets !== before)
        lastCompiler = createCompiler({ assets: assets.manifest, buildId: record.buildId });
      return lastCompiler;
    },
    isBuilt: (site, compiler, page) => packed?.find(computePageName(site, compiler, page), site) !== undefined,
    now: Date.now,
  });
  const [{ record, folder, scripts, pack }, first] = await Promise.all([release, holder.reload()]);
  running = record.release;
  if (first.kind === 'refused') throw toUserError(first.findings);

  const served = await readServedScripts(folder);
  const inspector = new Inspector(new URL('./publishing/inspect-worker.ts', import.meta.url), {
    uploadsIn,
    plan: (tasks) => pendingImages.plan(tasks),
  });
  const backend = await openBackend(settings, () => holder.current, log, {
    files: () => content.files(),
    root,
    inspect: (overlays) => inspector.inspect(overlays),
    readImpact: (...compared) => inspector.readImpact(...compared),
    render: (overlay, page) => inspector.render(overlay, page),
    visit: (overlay, visit) => inspector.visit(overlay, visit),
    whenServed: (revision) => holder.whenServed(revision),
    images: {
      list: () => content.images(),
      normalise: (file) => maker.run({ kind: 'normalise', file }),
      measure: (srcs) => maker.run({ kind: 'measure', srcs }),
      thumbnail: (src) => maker.run({ kind: 'thumbnail', src }),
    },
  });
  const { uploads } = backend;
  const files = createImageFiles(backend.ports);
  shared = createSharedImages({ ...places, uploads, files, maker, uploadsDir: paths.uploads });
  pendingImages.share(shared);
  const unfollow = await content.follow({ ...backend.ports, log, siteStore: holder, uploadsIn });
  const { stopper, url } = await startServer({
    settings,
    siteStore: holder,
    backend: {
      ...backend,
      async close() {
        await Promise.all([unfollow(), inspector.close()]);
        await backend.close();
      },
    },
    log,
    publicDirs: [settings.assetsDir],
    errorReports: reports,
    consentService: { code: served.consentService, version: record.release },
    eventView: served.eventView,
    studio: served.studio,
    images: pendingImages,
    pageCache: paths.pageCache,
    eventLoopDelay,
    builtPages: pack === null ? undefined : createBuiltPages(pack, (site) => holder.getCompiler(site)),
  });
  recordUse(record.release, () => (assets === null ? [scripts] : [scripts, assets.list]));
  const reload = (): void => {
    content.forget();
    inspector.forget();
    holder
      .reload()
      .catch((error: unknown) =>
        log.error({ err: error }, 'The documents could not be read; the last good site is sent.'),
      );
  };
  const announce = async (): Promise<void> => {
    const site = holder.current;
    if (settings.mode === 'demo')
      console.log(
        formatBanner(
          settings,
          site,
          url,
          await collectDemoRows(settings, backend, site, resolveAddress(settings, url)),
        ),
      );
    else log.info({ url, revision: site.revision, documents: site.documents.size }, 'Vitrine is serving.');
  };
  return { stopper, backend, reload, announce };
}

/** The last build, with its scripts published. */
async function openServedRelease(settings: Settings) {
  const release = await openRelease();
  // A container has its own files only, while pages of other releases request them as well.
  const scripts = await publishAssets(release.folder.client, settings.assetsDir, 'scripts');
  return { ...release, scripts };
}
