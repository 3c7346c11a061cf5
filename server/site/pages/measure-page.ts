import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Template } from '#engine/compile/types.ts';
import { pageBudgets } from '#engine/documents/page-budgets.ts';
import type { PageWeight, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { brotliBytes, createLeastBytes } from '#server/site/brotli-bytes.ts';
import type { EncodedPage, EncodeJob } from './encode-page.ts';
import type { EncodedPageCache } from './encoded-page-cache.ts';

/** Weighs a page as a first visitor on a phone gets it. */
export type PageSizer = (template: Template, made: MeasuredPage) => Promise<PageWeight>;

/** The page as it is sent first. */
export interface MeasuredPage {
  readonly job: EncodeJob;
  readonly encoded: EncodedPage;
  /** See `hashJob`. */
  readonly content: string;
  /** Whether it is compressed as small as possible. */
  readonly isBest: boolean;
}

/** So many of the parts of a page that is too heavy are named. */
const MAX = 3;

/**
 * Weighs pages of this site with the files that were built for browsers. Compressing as well as pages are sent takes 50 times as long as
 * doing it quickly, so that only those are weighed exactly that may be over a budget, or that a server has compressed before; what others
 * weigh is a few percent less, or is estimated by pages of the same site.
 */
export function createPageSizer(
  site: Site,
  client: string,
  sent: Pick<EncodedPageCache, 'contents' | 'read'>,
): PageSizer {
  const { basePath } = site.deployment;
  const budget = Math.min(pageBudgets(site.config.weight).page, ...site.experiments.map(({ bytes }) => bytes));
  const files = new Map<string, Promise<number>>();
  const fileBytes = (path: string): Promise<number> => {
    let bytes = files.get(path);
    if (bytes === undefined) {
      bytes = readFile(join(client, path)).then((script) => brotliBytes(script));
      files.set(path, bytes);
    }
    return bytes;
  };
  // Few pages were, and asking the disk for each takes longer than compiling one.
  const known = sent.contents();
  const least = createLeastBytes();
  return async (template, { job, encoded: { br }, content, isBest }) => {
    const { document, locale, cost } = template;
    const before = !isBest && (await known).has(content) ? await sent.read(content) : null;
    const html = before?.br.length ?? (br.length > budget && !isBest ? await least(br, budget) : br.length);
    const scripts = await Promise.all(scriptsIn(job.text).map((path) => fileBytes(path.slice(basePath.length))));
    return {
      document,
      locale,
      html,
      scripts: sum(scripts),
      images: cost.firstImages.some(({ bytes }) => bytes === undefined)
        ? null
        : sum(cost.firstImages.map(({ bytes = 0 }) => bytes)),
      heaviest: html > budget ? heaviestParts(template, site.documents.get(document), job.text.toString()) : [],
    };
  };
}

/** Addresses of the scripts that a page loads at once. Its bytes are searched, since most of them are no scripts. */
function scriptsIn(page: Buffer): readonly string[] {
  const paths: string[] = [];
  for (let at = page.indexOf('<script'); at >= 0; at = page.indexOf('<script', at + 1)) {
    const [, path] = /\ssrc="([^"]+)"/.exec(page.toString('utf8', at, page.indexOf('>', at))) ?? [];
    if (path !== undefined) paths.push(path);
  }
  return paths;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Styles, scripts and each block, by their bytes before compression. A block reaches from its id to that of the next one. */
function heaviestParts({ cost }: Template, document: ResolvedDocument | undefined, text: string): readonly string[] {
  const starts = (document?.blocks ?? [])
    .map(({ id }) => ({ id, at: text.indexOf(` id="${id.replaceAll('/', '-')}"`) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at);
  const blocks = starts.map(({ id, at }, index) => ({
    name: `the block "${id}"`,
    bytes: Buffer.byteLength(text.slice(at, starts[index + 1]?.at ?? text.indexOf('</main>', at))),
  }));
  const inPage = [
    { name: 'styles', bytes: cost.inlineStyle },
    { name: 'scripts', bytes: cost.inlineScript },
  ];
  return [...blocks, ...inPage]
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, MAX)
    .map(({ name, bytes }) => `${name} (${bytes.toLocaleString('en-GB')} bytes)`);
}
