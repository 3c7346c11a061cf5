import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Template } from '#engine/compile/types.ts';
import { readPageBudgets } from '#engine/documents/read-page-budgets.ts';
import type { PageWeight, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { measureBrotli, createLeastBytes } from '#server/site/brotli-bytes.ts';
import type { EncodedPage, EncodeJob } from './encode-page.ts';
import type { EncodedPageCache } from './encoded-page-cache.ts';

/** Measures the page weight for a first visit on a phone. */
export type PageSizer = (template: Template, made: MeasuredPage) => Promise<PageWeight>;

/** The page in its first compression. */
export interface MeasuredPage {
  readonly job: EncodeJob;
  readonly encoded: EncodedPage;
  /** See `hashJob`. */
  readonly content: string;
  /** Whether it has the best compression. */
  readonly isBest: boolean;
}

/** Number of parts named for a page above its budget. */
const MAX = 3;

/**
 * Measures pages of this site with their built assets. The best compression takes 50 times as long as a fast one, so only pages that might exceed a budget, or
 * that were already compressed, are measured exactly; others are estimated within a few percent.
 */
export function createPageSizer(
  site: Site,
  client: string,
  sent: Pick<EncodedPageCache, 'contents' | 'read'>,
): PageSizer {
  const { basePath } = site.deployment;
  const budget = Math.min(readPageBudgets(site.config.weight).page, ...site.experiments.map(({ bytes }) => bytes));
  // Checking memory first is cheaper than asking the disk for each page.
  const known = sent.contents();
  const least = createLeastBytes();
  return async (template, { job, encoded: { br }, content, isBest }) => {
    const { document, locale, cost } = template;
    const before = !isBest && (await known).has(content) ? await sent.read(content) : null;
    const html = before?.br.length ?? (br.length > budget && !isBest ? await least(br, budget) : br.length);
    const scripts = await Promise.all(
      scriptsIn(job.text).map((path) => measureFile(join(client, path.slice(basePath.length)))),
    );
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

const files = new Map<string, Promise<number>>();

/** Bytes of a script, whose name changes with its content. */
function measureFile(path: string): Promise<number> {
  const known = files.get(path) ?? readFile(path).then((script) => measureBrotli(script));
  files.set(path, known);
  return known;
}

/** Addresses of initially loaded scripts. */
function scriptsIn(page: Buffer): readonly string[] {
  const paths: string[] = [];
  for (let at = page.indexOf('<script'); at >= 0; at = page.indexOf('<script', at + 1)) {
    const [, path] = /\ssrc="([^"]+)"/.exec(page.toString('utf8', at, page.indexOf('>', at))) ?? [];
    if (path !== undefined) paths.push(path);
  }
  return paths;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Styles, scripts and blocks by uncompressed size. A block ends where the next one begins. */
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
