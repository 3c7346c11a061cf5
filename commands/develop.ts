import { createServer } from 'node:http';
import type { ViteDevServer } from 'vite';
import { printFindings } from '#engine/cli/print-findings.ts';
import { inspectFonts } from '#engine/compile/assets/inspect-fonts.ts';
import { inspectImages } from '#engine/compile/assets/inspect-images.ts';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import type { resolve } from '#engine/documents/resolve.ts';
import type { ResolveInput, ResolveResult, Site } from '#engine/documents/types.ts';
import type { AssetManifest, CompileInput, Template } from '#engine/compile/types.ts';
import { findPart } from '#engine/vike/dev-page/parts.ts';
import { refreshEvent, type RefreshMessage } from '#engine/vike/findings-event.ts';
import { compileNewest } from './development/compile-newest.ts';
import { createDevAssets } from './development/dev-assets.ts';
import { createDevClientScripts } from './development/dev-client-scripts.ts';
import { type DevBlocks, sendDevBlock } from './development/dev-block.ts';
import { sendDevPage } from './development/dev-page.ts';
import { adaptForDevelopment, buildDevScripts } from './development/dev-template.ts';
import { type DevVite, startVite } from './development/dev-vite.ts';
import { followNames } from './development/follow-names.ts';
import { FollowSaves } from './development/follow-saves.ts';
import { watchProject } from './development/watch.ts';
import { openErrorReports } from '#server/platform/error-reports/open-error-reports.ts';
import { createLog } from '#server/platform/observability/log.ts';
import { openBackend } from '#server/app/open-backend.ts';
import { paths, root } from '#server/platform/paths.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { CreateCompiler } from '#server/site/store/built-compiler.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import { startServer } from '#server/app/start-server.ts';
import { resolveAddress, formatBanner } from './banner.ts';
import { findCrossing } from './find-crossing.ts';
import { collectDemoRows } from './collect-demo-rows.ts';
import { requireSettings } from './run-command.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** Folders that are not part of pages and contain thousands of files. */
const NOT_WATCHED = ['.cache', '.data', 'dist', 'coverage', 'tests'].map((folder) => `${root}/${folder}/**`);

/** The development server: the same request handling as in production, with rendering through Vite, so that changes are visible at once. */
export async function develop(): Promise<void> {
  const settings = requireSettings();
  const reports = openErrorReports(settings, () => 'development');
  const log = createLog(settings, undefined, reports?.report);
  const server = createServer();
  const vite = await startVite({ root, basePath: settings.basePath, server, notWatched: NOT_WATCHED });
  let clear = (): void => undefined;
  const refreshes = { count: 0 };
  const refresh = (): void => {
    refreshes.count += 1;
    clear();
    vite.send({ type: 'full-reload' });
  };
  const read = async (): Promise<ResolveInput> =>
    inspectFonts(await inspectImages(root, await createProjectSource(root, settings)()), undefined, root);
  const prepare = preparedInTurn();
  const holder = createHolder(vite, settings, { read, prepare, refresh, refreshes });
  const blocks: DevBlocks = {
    site: () => holder.current,
    read,
    resolve: (input) => resolveAsIs(vite, input),
    compile: async (input) => compileAsIs(vite, settings, input, await prepare(input.site), refreshes.count),
  };
  const namesChanged = followNames((error) => log.warn({ err: error }, 'Editors may not know the newest names.'));
  namesChanged();
  const saves = new FollowSaves({
    vite,
    holder,
    root,
    refresh,
    onFailure: (error) => log.error({ err: error }, 'A change could not be read.'),
  });
  const follow = watchProject(root, (changes) => {
    namesChanged();
    saves.note(changes);
  });
  vite.onServer((current) => {
    follow(current);
    current.ws.on('connection', () => saves.sendState());
    current.ws.on(refreshEvent, ({ refresh: shown }: RefreshMessage, client) => {
      if (shown < refreshes.count) client.send({ type: 'full-reload' });
    });
  });
  // Modules were unloaded, and open pages lost their connection.
  vite.onRestart(() =>
    saves.note(
      new Map([
        ['content', new Set()],
        ['code', new Set()],
      ]),
    ),
  );
  await firstSite(holder);

  // Vite's watchers would keep the process alive.
  const closeVite = async (error: unknown): Promise<never> => {
    await vite.close();
    throw error;
  };
  const backend = await openBackend(settings, () => holder.current, log).catch(closeVite);
  const { stopper, url, pages } = await startServer({
    settings,
    errorReports: reports,
    siteStore: holder,
    backend,
    log,
    publicDirs: [paths.prepared],
    eventView: 'engine/client/event-view.ts',
    consentService: {
      code: `import(${JSON.stringify(`${settings.basePath}engine/client/cmp.ts`)});`,
      version: 'development',
    },
    pageCache: paths.pageCache,
    development: {
      server,
      isReserved: isToolPath,
      builtInHead: () => buildDevScripts(settings.basePath, refreshes.count),
      middleware: (request, response, next) => {
        const path = (request.url ?? '').slice(settings.basePath.length - 1);
        const part = findPart(path.split('?', 1)[0] ?? '');
        if (isToolPath(path)) vite.middleware(request, response, next);
        else if (path.startsWith('/dev/block?')) void sendDevBlock(request, response, blocks);
        else if (part !== null) void sendDevPage(request, response, part, holder.current, next);
        else next();
      },
    },
  }).catch(closeVite);
  clear = () => pages.clear();
  stopOnSignals(stopper, () => vite.close());
  console.log(
    formatBanner(settings, holder.current, url, [
      ['Watching', 'documents, texts, images, blocks, schemas'],
      ...(await collectDemoRows(settings, backend, holder.current, resolveAddress(settings, url))),
    ]),
  );
}

/** Renders with the current code, after that many refreshes. */
function compileAsIs(
  vite: DevVite,
  settings: Settings,
  input: CompileInput,
  assets: AssetManifest,
  refresh: number,
): Promise<Template> {
  return vite.use(async (server) => {
    const createCompiler = await loadCompiler(server);
    const client = await createDevClientScripts(server);
    const template = await createCompiler({ assets, client, buildId: 'development' }).compile(input);
    return adaptForDevelopment(template, settings.basePath, refresh);
  });
}

type Prepare = (site: Site) => Promise<AssetManifest>;

/** Prepares files of one site at a time: a run deletes files that are not in a list yet, which another may have just written. */
function preparedInTurn(): Prepare {
  let last: Promise<unknown> = Promise.resolve();
  return (site) => {
    const places = { root, site, outDir: paths.prepared, cacheDir: paths.assetCache };
    const made = last.then(async () => (await prepareAssets(places)).manifest);
    last = made.catch(() => undefined);
    return made;
  };
}

interface HolderOptions {
  readonly read: () => Promise<ResolveInput>;
  readonly prepare: Prepare;
  readonly refresh: () => void;
  readonly refreshes: { readonly count: number };
}

function createHolder(
  vite: DevVite,
  settings: Settings,
  { read, prepare, refresh, refreshes }: HolderOptions,
): SiteStore {
  const readAssets = createDevAssets(prepare, refresh);
  let newest: { readonly input: ResolveInput; readonly result: ResolveResult } | undefined;
  return new SiteStore({
    read,
    // Through Vite, so that newly generated validators are used without a restart.
    resolve: async (input, previous) => {
      const result = await resolveAsIs(vite, input, previous);
      newest = { input, result };
      return result;
    },
    explain: async (error) => {
      if (newest === undefined) return null;
      const { input, result } = newest;
      return findCrossing(error, (crossing) => resolveAsIs(vite, { ...input, crossing }, result));
    },
    prepare: async (site) => {
      const { present, newest: made } = await readAssets(site);
      return {
        buildId: 'development',
        // They change while a site is shown, and nothing is cached.
        identifyAssets: () => '',
        compile: (input) =>
          compileNewest(refreshes, (count) =>
            // A newly referenced image is not prepared yet.
            compileAsIs(vite, settings, input, present, count).catch(async () =>
              compileAsIs(vite, settings, input, await made, count),
            ),
          ),
      };
    },
    now: Date.now,
  });
}

/** Vite returns the cached module until a file changes. */
async function loadCompiler(vite: ViteDevServer): Promise<CreateCompiler> {
  const module = (await vite.ssrLoadModule('/engine/compile/index.ts')) as { readonly createCompiler: CreateCompiler };
  return module.createCompiler;
}

function resolveAsIs(vite: DevVite, input: ResolveInput, previous?: ResolveResult): Promise<ResolveResult> {
  return vite.use(async (server) => {
    const module = (await server.ssrLoadModule('/engine/documents/resolve.ts')) as { readonly resolve: typeof resolve };
    return module.resolve(input, previous);
  });
}

/** Waits until the documents are valid for the first time. */
async function firstSite(holder: SiteStore): Promise<void> {
  const first = await holder.reload();
  if (first.kind !== 'refused') return;
  printFindings(first.findings);
  console.log('\nThe server starts as soon as these mistakes are fixed.');
  await new Promise<void>((done) => holder.onReload((outcome) => outcome.kind === 'changed' && done()));
}

/** Paths handled by Vite. */
function isToolPath(path: string): boolean {
  return /^\/(?:@|__|node_modules\/|engine\/|blocks\/|journeys\/|schemas\/)/.test(path);
}
