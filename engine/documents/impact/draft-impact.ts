import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { PageBudgets } from '../read-page-budgets.ts';
import type { PageWeight } from '../types.ts';
import type { Impact } from './find-impact.ts';

/** Bytes of a page that a phone loads before scrolling, compressed as for its first request. */
export interface PageBytes extends Pick<PageWeight, 'html' | 'scripts' | 'images'> {
  /** Parts of the page itself, uncompressed. */
  readonly inlineStyles: number;
  readonly inlineScripts: number;
}

/** Bytes of a page in one language, with its limits. */
export interface PageSize {
  readonly locale: Locale;
  /** `null` for a page that is not published. */
  readonly before: PageBytes | null;
  /** `null` for a page that a draft removes, or that has errors. */
  readonly after: PageBytes | null;
  /** Those of the site; for a variation also that of its experiment. */
  readonly limits: PageBudgets;
}

/** A page that a draft changes. */
export interface ImpactedPage extends Pick<Impact, 'document' | 'bases' | 'verdict'> {
  readonly locales: readonly Locale[];
  /** `null` for a page that is not measured. */
  readonly size: PageSize | null;
}

/** What a draft changes for visitors. */
export interface DraftImpact {
  /** By document. */
  readonly pages: readonly ImpactedPage[];
  /** Size of the document that was asked for; `null` for none. */
  readonly size: PageSize | null;
}
