import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { InternalError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { createAssetStore } from '#engine/compile/assets/asset-store.ts';
import type { PublishedAssets } from '#engine/compile/assets/remembered-assets.ts';
import type { AssetManifest, Compiler } from '#engine/compile/types.ts';
import type { ImageTask } from '#engine/compile/assets/file-tasks.ts';
import { digest } from '#engine/compile/assets/hash8.ts';
import type { ShownCrop } from '#engine/compile/assets/missing-crops.ts';
import { findImageFile } from '#engine/compile/assets/find-image-file.ts';
import type { CropPlan } from '#engine/compile/assets/plan-crops.ts';
import { inspectGrades } from '#engine/compile/assets/inspect-grades.ts';
import { InspectionCache } from '#engine/compile/assets/inspection-cache.ts';
import type { DraftImpact, ImpactedPage, PageBytes, PageSize } from '#engine/documents/impact/draft-impact.ts';
import { findImpact } from '#engine/documents/impact/find-impact.ts';
import type { Project } from '#engine/documents/project.ts';
import { getProject, resolveOn } from '#engine/documents/resolve.ts';
import type { DocumentId, ResolveInput, ResolveResult, Site } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { lowerThreadPriority } from '#server/platform/lower-thread-priority.ts';
import { paths, root } from '#server/platform/paths.ts';
import type { Effort } from '#server/site/pages/encode-page.ts';
import { computePageName } from '#server/site/pages/page-name.ts';
import type { InspectResponse, InspectMessage, InspectRequest } from '#server/site/publications/inspector.ts';
import type { ImpactView, PageView } from '#server/site/publications/publications.ts';
import { renderPage } from '#server/site/previews/render-page.ts';
import { visitPage } from '#server/site/previews/visit-page.ts';
import type { Overlay } from '#server/site/publications/overrides.ts';
import { applyOverlay } from '#server/site/publications/published-content.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import { obtainAssets } from '../obtain-assets.ts';
import { requireSettings } from '../run-command.ts';
import { replaceMissingAssets, buildExampleSite } from './example-site.ts';
import { inspectDraftFonts } from './inspect-draft-fonts.ts';
import { type DatedPage, measurePageBytes, readPageLimits } from './measure-page-bytes.ts';
import { openRelease } from './open-release.ts';

/* Validates like the server: the content is resolved, and changed pages are rendered. */

if (parentPort === null) throw new InternalError('inspect-worker.ts runs as a worker thread only.');
const port = parentPort;
lowerThreadPriority();
const settings = requireSettings();
const { record, folder, createCompiler, pack, checkCache } = await openRelease();
const readSource = createProjectSource(root, settings);
const roots = [root, paths.uploads];
const places = { root, outDir: settings.assetsDir, cacheDir: paths.assetCache, later: settings.mode === 'demo' };
/** Files of the build, and the `source` of the requests that they are for. */
let build: { readonly source: number; readonly input: Promise<ResolveInput> } | null = null;
let overlay: Overlay = new Map();
let uploads: InspectRequest['uploads'] = [];
let source = 0;
/** Files that pages refer to and that are not part of the build. */
let planned: readonly ImageTask[] = [];
/** Crops that are not part of the build. */
const unbuilt = new WeakMap<Site, readonly ShownCrop[]>();

/** Assets of sites that show no other images than the build. */
let ofBuild: { readonly assets: PublishedAssets; readonly compiler: Compiler } | null = null;
const manifests = new WeakMap<Site, AssetManifest>();

/** Reading takes longer than anything else of a preview. */
async function readBuild(): Promise<ResolveInput> {
  if (build?.source !== source) build = { source, input: readSource() };
  const { input } = build;
  // Failures are not cached.
  input.catch(() => (build = build?.input === input ? null : build));
  return input;
}

const store = new SiteStore({
  read: async () => {
    const ofRelease = await readBuild();
    const input = applyOverlay(ofRelease, overlay, uploads);
    return { ...(await inspectDraftFonts(input, overlay, ofRelease)), checkCache };
  },
  resolve: (input, previous) => {
    const result = resolveOn(input, today(), previous);
    resolved = { input, result };
    return result;
  },
  prepare: async (site) => {
    const isPublished = overlay.size > 0;
    const extend = (crops: readonly ShownCrop[]): Promise<CropPlan> => {
      unbuilt.set(site, crops);
      return extendPlan(crops);
    };
    const { manifest, ...rest } = await obtainAssets({
      ...places,
      site,
      isPublished,
      before: ofBuild?.assets ?? null,
      extend,
      file: folder.images,
    });
    manifests.set(site, manifest);
    if (manifest === ofBuild?.assets.manifest) return ofBuild.compiler;
    const compiler = createCompiler({ assets: manifest, buildId: record.buildId });
    // Crops of a draft are planned for each of its sites.
    if (rest.added === undefined) ofBuild = { assets: { manifest, ...rest }, compiler };
    return compiler;
  },
  isBuilt: (site, compiler, page) => pack?.find(computePageName(site, compiler, page), site) !== undefined,
  now: Date.now,
});

/** Last resolved input and result. */
let resolved: { readonly input: ResolveInput; readonly result: ResolveResult } | undefined;
const today = (): string => new Date().toISOString().slice(0, 10);
const memory = new InspectionCache(root);

async function extendPlan(crops: readonly ShownCrop[]): Promise<CropPlan> {
  const { planCrops } = await import('#engine/compile/assets/plan-crops.ts');
  const plan = await planCrops(crops, { roots, store: createAssetStore(places), computeDigest });
  planned = [...planned, ...plan.tasks];
  return plan;
}

const computeDigest = async (src: string): Promise<string> => digest(await readFile(await findImageFile(roots, src)));

/** @param isWhole whether new crops are measured, which takes seconds and is not needed for previews */
async function inspect(id: number, next: Overlay, isWhole: boolean): Promise<readonly Finding[]> {
  overlay = next;
  const outcome = await store.reload();
  if (outcome.kind === 'refused') return outcome.findings;
  return (isWhole ? await findCrossing(id) : null) ?? store.status.warnings;
}

/** All findings, if images that are not part of the build exceed the limit of their grade; otherwise `null`. */
async function findCrossing(id: number): Promise<readonly Finding[] | null> {
  const missing = unbuilt.get(store.current) ?? [];
  const crops = missing.flatMap(({ grade, ...crop }) => (grade === 'none' ? [] : [{ ...crop, grade }]));
  const [{ ground } = { ground: '' }] = crops;
  const onMeasured = (): void => {
    // This thread may end before others that use the same file.
    memory.save('keep');
    port.postMessage({ id, isAtWork: true } satisfies InspectMessage);
  };
  const { cacheDir } = places;
  const { crossing } = await inspectGrades(crops, { root, roots, ground, memory, cacheDir, onMeasured });
  if (crossing.length === 0 || resolved === undefined) return null;
  const refused = resolveOn({ ...resolved.input, crossing }, today(), resolved.result);
  return refused.ok ? refused.warnings : refused.findings;
}

function render(page: PageView): Promise<string | null> {
  const { current } = store;
  const manifest = manifests.get(current);
  if (page.block === undefined || manifest === undefined)
    return renderPage(current, (input) => store.compile(input), page);
  const site = buildExampleSite(current, page.document, page.block);
  const own = createCompiler({ assets: replaceMissingAssets(site, manifest), buildId: record.buildId });
  return renderPage(site, (input) => own.compile(input), page);
}

/** The published site, with which drafts are compared. */
interface PublishedSite {
  readonly overlay: Overlay;
  readonly source: number;
  readonly site: Site;
  readonly project: Project;
  readonly sizes: Map<string, Promise<PageBytes | null>>;
}

let published: PublishedSite | null = null;

/** Pages that are measured for one draft: each takes a tenth of a second. */
const MAX_MEASURED = 12;

/** `null` when the published content has errors. */
async function readPublished(id: number, own: Overlay): Promise<PublishedSite | null> {
  if (published?.source === source && isSameOverlay(published.overlay, own)) return published;
  await inspect(id, own, false);
  published =
    store.status.refused !== null || resolved === undefined
      ? null
      : { overlay: own, source, site: store.current, project: getProject(resolved.result), sizes: new Map() };
  return published;
}

const isSameOverlay = (one: Overlay, other: Overlay): boolean =>
  one.size === other.size && [...one].every(([path, content]) => other.get(path) === content && other.has(path));

/** What the draft changes for visitors, with the sizes of its pages. */
async function readImpact(id: number, own: Overlay, draft: Overlay, view: ImpactView): Promise<DraftImpact> {
  const before = await readPublished(id, own);
  const findings = await inspect(id, draft, false);
  if (before === null || resolved === undefined) return { pages: [], size: null };
  const { layers } = await readBuild();
  const files = new Map([...layers.flatMap((layer) => [...layer.files]), ...own]);
  const changed = [...draft].flatMap(([path, content]) => ((files.get(path) ?? null) === content ? [] : [path]));
  const after = getProject(resolved.result);
  const impacts = findImpact({ before: before.project, after, changed, findings });
  const touched = impacts.filter(({ verdict }) => verdict !== 'safe');
  const site = store.status.refused === null ? store.current : null;
  const readSize = (document: DocumentId, locale: Locale): Promise<PageSize> =>
    measureBoth({ document, locale, now: view.now }, before, site);
  const { document: shown } = view;
  const pages: ImpactedPage[] = [];
  for (const [index, { document, bases, verdict, locales }] of touched.entries()) {
    const [first = view.locale] = locales;
    const locale = locales.has(view.locale) ? view.locale : first;
    const size = shown === undefined && index < MAX_MEASURED ? await readSize(document, locale) : null;
    pages.push({ document, bases, verdict, locales: [...locales], size });
  }
  return { pages, size: shown === undefined ? null : await readSize(shown, view.locale) };
}

/** Both in the same compression, the best one where the quick one exceeds the limit. */
async function measureBoth(page: DatedPage, before: PublishedSite, site: Site | null): Promise<PageSize> {
  const limits = readPageLimits(site ?? before.site, page.document);
  const measure = (of: Site, effort: Effort): Promise<PageBytes | null> =>
    measurePageBytes(of, page, { compile: (input) => store.compile(input), client: folder.client, effort });
  const quick = site && (await measure(site, 'quick'));
  const effort = quick !== null && quick.html > limits.page ? 'best' : 'quick';
  const after = effort === 'best' && site !== null ? await measure(site, effort) : quick;
  const key = `${effort} ${page.locale} ${page.document}`;
  const known = before.sizes.get(key) ?? measure(before.site, effort);
  before.sizes.set(key, known);
  return { locale: page.locale, before: await known, after, limits };
}

let before = Promise.resolve();
port.on('message', (request: InspectRequest) => {
  before = before.then(async () => port.postMessage(await answer(request)));
});

async function answer(request: InspectRequest): Promise<InspectResponse> {
  planned = [];
  const answered = await inspected(request);
  return planned.length === 0 ? answered : { ...answered, images: planned };
}

async function inspected(request: InspectRequest): Promise<InspectResponse> {
  const { id, overlays, page, visit, impact } = request;
  ({ source, uploads } = request);
  try {
    const [first, last] = overlays;
    if (impact !== undefined && first !== undefined && last !== undefined)
      return { id, findings: [], impact: await readImpact(id, first, last, impact) };
    const findings: (readonly Finding[])[] = [];
    const isWhole = page === undefined && visit === undefined;
    for (const each of overlays) findings.push(await inspect(id, each, isWhole));
    if (store.status.refused !== null) return { id, findings };
    if (visit !== undefined)
      return { id, findings, visited: await visitPage(store.current, (input) => store.compile(input), visit) };
    return page === undefined ? { id, findings } : { id, findings, html: await render(page) };
  } catch (error) {
    return { id, findings: [], failure: error instanceof Error ? error.message : String(error) };
  }
}
