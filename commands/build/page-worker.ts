import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { InternalError, isUserError } from '#engine/shared/errors.ts';
import { getOpeningValues } from '#engine/shared/opening.ts';
import { hashTexts } from '#engine/i18n/text-names.ts';
import { hashJob, encode, createEncodeJob } from '#server/site/pages/encode-page.ts';
import { EncodedPageCache } from '#server/site/pages/encoded-page-cache.ts';
import { packPage } from '#server/site/pages/page-pack.ts';
import { hashContentAt, hashSplit, joinPage, splitPage } from '#server/site/pages/split-page.ts';
import { createPageSource, measureShape, toUtf8 } from '#server/site/pages/page-source.ts';
import { createPageSizer } from '#server/site/pages/measure-page.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { paths } from '#server/platform/paths.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import type { MadePage, NamedPage, PageResult, PageWork } from './page-work.ts';

// Runs in a thread: rendering keeps a core busy.
if (parentPort === null) throw new InternalError('page-worker.ts runs as a worker thread only.');
const port = parentPort;

const MAX_BYTES = 2 * 1024 * 1024;
/** Minimum length for which looking up an encoded text is faster than encoding it. */
const MIN_CACHED_LENGTH = 200;

// Passed by `build-pages.ts`.
const { site: parts, folder, assets, buildId, effort } = workerData as PageWork;
const isBest = effort === 'best';
const site = { ...parts, journeys };
const compiler = (await loadBuiltCompiler(folder))({ assets, buildId });
/** Cached, because styles and blocks are common to most pages. A server does not cache them, since they may contain values of a visitor. */
const bytes = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length });
const cache = new EncodedPageCache(paths.pageCache);
const scale = createPageSizer(site, folder.client, cache);

/** `null` ends the thread. */
port.on('message', (page: NamedPage | null) => {
  if (page === null) return port.close();
  void answer(page).then((result) => port.postMessage(result));
});

async function answer({ name, request }: NamedPage): Promise<PageResult> {
  try {
    return { name, made: await make(request) };
  } catch (error) {
    return isUserError(error) ? { name, mistake: error.message } : { name, error };
  }
}

function getBytes(text: string): Buffer {
  if (text.length < MIN_CACHED_LENGTH) return toUtf8(text);
  const known = bytes.get(text) ?? toUtf8(text);
  bytes.set(text, known);
  return known;
}

async function make(request: StoredPageRequest): Promise<MadePage> {
  const template = await compiler.compile({ site, ...request });
  const source = createPageSource(template);
  const job = createEncodeJob(source, getBytes);
  const values = getOpeningValues(site.deployment);
  const split = await splitPage(job, template.opening, values, effort);
  const encoded = (split && joinPage(split, values)) ?? encode(job, effort);
  const content = split ? hashSplit(job, split) : hashJob(job);
  const weight = await scale(template, { job, encoded, content: hashContentAt(content, values), isBest });
  const { key, contentSecurityPolicy, link } = template;
  const page = { key, contentSecurityPolicy, link, shape: measureShape(source, getBytes), encoded, weight };
  return {
    content,
    weight,
    bytes: packPage(page, values, split),
    isBest,
    texts: template.texts,
    shown: hashTexts(site, template.texts),
  };
}
