import type { PageBytes, PageSize } from '#engine/documents/impact/draft-impact.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { readPageBudgets } from '#engine/documents/read-page-budgets.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { createEncodeJob, type Effort, encodeInPool } from '#server/site/pages/encode-page.ts';
import { createPageSizer } from '#server/site/pages/measure-page.ts';
import { createPageSource } from '#server/site/pages/page-source.ts';
import type { CompilePage } from '#server/site/previews/visit-page.ts';
import { findDefaultPage } from '#server/site/store/default-pages.ts';

/** A page in a language at a time. */
export interface DatedPage {
  readonly document: DocumentId;
  readonly locale: Locale;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface Measuring {
  readonly compile: CompilePage;
  /** Folder of the scripts. */
  readonly client: string;
  readonly effort: Effort;
}

/** No page of a draft has been sent. */
const nothingSent = { contents: async () => new Set<string>(), read: async () => null };

/** Bytes of a page for a first visit on a phone; `null` for an unknown page. */
export async function measurePageBytes(
  site: Site,
  { document, locale, now }: DatedPage,
  { compile, client, effort }: Measuring,
): Promise<PageBytes | null> {
  const page = findDefaultPage(site, { document, locale }, now);
  if (page === undefined) return null;
  const template = await compile({ site, ...page });
  const job = createEncodeJob(createPageSource(template));
  const measure = createPageSizer(site, client, nothingSent);
  // Measured as it is: a page over its limit is encoded again by the caller.
  const made = { job, encoded: await encodeInPool(job, effort), content: '', isBest: true };
  const { html, scripts, images } = await measure(template, made);
  const { inlineStyle, inlineScript } = template.cost;
  return { html, scripts, images, inlineStyles: inlineStyle, inlineScripts: inlineScript };
}

/** Limits of a page: those of the site, and of each experiment that shows it as a variation. */
export function readPageLimits({ config, experiments }: Site, document: DocumentId): PageSize['limits'] {
  const { page, firstScreen } = readPageBudgets(config.weight);
  const tested = experiments.filter(({ variations }) => variations.some(({ variant }) => variant === document));
  return { page: Math.min(page, ...tested.map(({ bytes }) => bytes)), firstScreen };
}
