import { availableParallelism } from 'node:os';
import { runLimited } from '#engine/shared/run-limited.ts';
import { InternalError, isUserError } from '#engine/shared/errors.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { PageWeight, Site } from '#engine/documents/types.ts';
import { type BuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { listVariationPages } from '#server/site/experiments/check-variations.ts';
import { listDefaultPages, type StoredPageRequest } from '#server/site/store/default-pages.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { computePageName } from '#server/site/pages/page-name.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { PagePack, PagePackWriter, readPackedWeight } from '#server/site/pages/page-pack.ts';
import type { StepProgress } from '../steps.ts';
import { PageThread } from './page-thread.ts';
import type { MadePage, NamedPage, PageWork } from './page-work.ts';

export interface BuildPagesInput {
  readonly site: Site;
  readonly record: BuildRecord;
  /** The previous build, whose unchanged pages are reused; `null` for none. */
  readonly before: BuildRecord | null;
  readonly assets: AssetManifest;
  /** Compression of pages; larger pages of the previous build are not reused. */
  readonly effort: Settings['pageCompression'];
}

/** Pages per additional thread, which takes a second to start. */
const PAGES_PER_THREAD = 100;

/** Each thread has a copy of the site and the compiler, about 200 MB. */
const MAX_THREADS = 8;

/** Pages queued per thread, so that it is never idle. */
const AHEAD = 4;

/**
 * Compiles all pages of a site for a first visit, including those of variations, or reuses those of the previous build, and stores them
 * with the code of this build.
 */
export async function buildPages(input: BuildPagesInput, onProgress: StepProgress): Promise<readonly PageWeight[]> {
  const { site, record, before, assets, effort } = input;
  const folder = getReleaseFolder(record);
  const compiler = (await loadBuiltCompiler(folder))({ assets, buildId: record.buildId });
  const now = Date.now();
  const experiments = { flags: new Flags(buildPayload(site.experiments, now)), unready: new Set<string>() };
  const named = (request: StoredPageRequest): NamedPage => ({
    name: computePageName(site, compiler, request),
    request,
  });
  const base = [...listDefaultPages(site, now)].map(named);
  const known = new Set(base.map(({ name }) => name));
  // Experiments on one document share their control.
  const pages = new Map(
    [...base, ...[...listVariationPages(site, experiments)].map(named)].map((page) => [page.name, page]),
  );
  const writer = new PagePackWriter(folder.pages);
  const weights: PageWeight[] = [];
  const keep = async ({ name, request }: NamedPage, { weight, ...made }: MadePage): Promise<void> => {
    await writer.add(name, made);
    if (known.has(name)) weights.push(weight);
    onProgress(weights.length, base.length, request.document);
  };
  const earlier = before === null ? null : await PagePack.open(getReleaseFolder(before).pages);
  try {
    const missing: NamedPage[] = [];
    for (const page of pages.values()) {
      const made = (await earlier?.readBytes(page.name, site)) ?? null;
      const weight = made && readPackedWeight(made.bytes);
      const isEnough = effort === 'quick' || made?.isBest === true;
      if (made === null || weight === null || !isEnough) missing.push(page);
      else await keep(page, { ...made, weight });
    }
    await compileAll(
      missing,
      { site: withoutCode(site), folder, assets, buildId: record.buildId, effort },
      keep,
      (page) => {
        // A variation that cannot be rendered is disabled by the server, which reports why.
        return !known.has(page.name);
      },
    );
    await writer.finish();
  } finally {
    await earlier?.close();
    await writer.close();
  }
  return weights;
}

/** Plain data that can be passed to a thread. */
function withoutCode({ journeys: _journeys, ...site }: Site): PageWork['site'] {
  return site;
}

/** Errors of blocks do not name their page. */
function notCompiled({ request: { document, locale } }: NamedPage, cause: unknown): Error {
  return new InternalError(`"${document}" could not be compiled in ${locale}, see the cause below.`, { cause });
}

/** Compiles pages in one thread per core. Rejects with the first error, after all threads have ended. */
async function compileAll(
  pages: readonly NamedPage[],
  work: PageWork,
  keep: (page: NamedPage, made: MadePage) => Promise<void>,
  mayFail: (page: NamedPage) => boolean,
): Promise<void> {
  const count = Math.min(availableParallelism(), MAX_THREADS, Math.ceil(pages.length / PAGES_PER_THREAD));
  const threads = Array.from({ length: count }, () => new PageThread(work));
  try {
    await runLimited(pages, count * AHEAD, async (page) => {
      const [idlest] = threads.toSorted((one, other) => one.waiting - other.waiting);
      const made = await idlest?.compile(page).catch((error: unknown) => {
        if (!mayFail(page)) throw isUserError(error) ? error : notCompiled(page, error);
      });
      if (made !== undefined) await keep(page, made);
    });
  } finally {
    await Promise.all(threads.map((thread) => thread.end()));
  }
}
