import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { Bug, isMistake } from '#engine/base/errors.ts';
import { contentOf, encode, encodeJob } from '#server/site/pages/encode-page.ts';
import { EncodedPageCache } from '#server/site/pages/encoded-page-cache.ts';
import { packPage } from '#server/site/pages/page-pack.ts';
import { pageSource, shapeOf, utf8 } from '#server/site/pages/page-source.ts';
import { createScale } from '#server/site/pages/weigh-page.ts';
import type { PageRequest } from '#server/site/store/base-pages.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { paths } from '#server/platform/paths.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import type { MadePage, NamedPage, PageResult, PageWork } from './page-work.ts';

// Compiles pages in a thread of its own: rendering keeps a core busy.
if (parentPort === null) throw new Bug('page-worker.ts runs as a worker thread only.');
const port = parentPort;

const MOST_BYTES = 2 * 1024 * 1024;
/** Letters from which on it is quicker to look a text up than to encode it. */
const LONG = 200;

// `build-pages.ts` gives it.
const { site: parts, folder, assets, buildId } = workerData as PageWork;
const site = { ...parts, journeys };
const compiler = (await loadBuiltCompiler(folder))({ assets, buildId });
/** Styles and blocks are texts that most pages have in common; a server keeps none of them, since what it compiles may be one visitor's. */
const bytes = new LRUCache<string, Buffer>({ maxSize: MOST_BYTES, sizeCalculation: ({ length }) => length });
const scale = createScale(site, folder.client, new EncodedPageCache(paths.pageCache));

/** `null` asks the thread to end. */
port.on('message', (page: NamedPage | null) => {
  if (page === null) return port.close();
  void answer(page).then((result) => port.postMessage(result));
});

async function answer({ name, request }: NamedPage): Promise<PageResult> {
  try {
    return { name, made: await make(request) };
  } catch (error) {
    return isMistake(error) ? { name, mistake: error.message } : { name, error };
  }
}

function bytesOf(text: string): Buffer {
  if (text.length < LONG) return utf8(text);
  const known = bytes.get(text) ?? utf8(text);
  bytes.set(text, known);
  return known;
}

async function make(request: PageRequest): Promise<MadePage> {
  const template = await compiler.compile({ site, ...request });
  const source = pageSource(template);
  const job = encodeJob(source, bytesOf);
  const [encoded, content] = [encode(job, 'quick'), contentOf(job)];
  const weight = await scale(template, { job, encoded, content });
  const { key, contentSecurityPolicy, link } = template;
  const page = { key, contentSecurityPolicy, link, shape: shapeOf(source, bytesOf), encoded, weight };
  return { content, weight, bytes: packPage(page) };
}
