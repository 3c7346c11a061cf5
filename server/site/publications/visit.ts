import type { Consent } from '#engine/shared/consent.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** Conditions of a preview. */
export interface PreviewFacts {
  /** Milliseconds since the epoch; `null` for the time of the visit. */
  readonly at: number | null;
  /** ISO 3166-1 alpha-2; `null` when unknown. */
  readonly country: string | null;
  /** `null`: the visitor has not chosen. */
  readonly consent: Consent | null;
  /** Whether the page is shown in the app's web view. */
  readonly webView: boolean;
  /** Code and name of who sent the link; `null` for none. */
  readonly referrer: { readonly code: string; readonly name: string | null } | null;
  /** Experiment key → variation key; experiments without an entry show the document itself. */
  readonly variations: Readonly<Record<string, string>>;
}

/** A page request under these conditions. */
export interface PreviewVisit {
  /** Path and query with base path. */
  readonly url: string;
  /** Fallback for addresses without a language. */
  readonly locale: Locale;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly facts: PreviewFacts;
}

/** An experiment on the page. */
export interface PreviewedExperiment {
  readonly key: string;
  /** Indices correspond to `?<key>=<index>`. */
  readonly variations: readonly string[];
  /** Index of the shown variation; `null` for the document itself. */
  readonly shown: number | null;
}

export interface PreviewedPage {
  readonly code: 'PAGE';
  readonly status: number;
  readonly html: string;
  readonly title: string;
  readonly document: DocumentId;
  readonly locale: Locale;
  /** Addresses of the page by language, with base path. */
  readonly languages: readonly { readonly locale: Locale; readonly href: string }[];
  readonly experiments: readonly PreviewedExperiment[];
  /** Countdown scripts of the page, with base path. */
  readonly clocks: readonly string[];
}

export type VisitOutcome =
  | PreviewedPage
  /** With base path, or an absolute URL. */
  | { readonly code: 'REDIRECT'; readonly location: string }
  /** Errors that prevent rendering. */
  | { readonly code: 'REFUSED'; readonly findings: readonly Finding[] };
