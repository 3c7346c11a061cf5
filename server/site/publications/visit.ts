import type { Consent } from '#engine/shared/consent.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** The conditions under which a page is previewed. */
export interface PreviewFacts {
  /** Milliseconds since the epoch; `null` for the moment at which it is looked at. */
  readonly at: number | null;
  /** ISO 3166-1 alpha-2; `null` for an unknown one. */
  readonly country: string | null;
  /** `null`: the visitor has not answered. */
  readonly consent: Consent | null;
  /** Whether the page is shown in the app. */
  readonly webView: boolean;
  /** Who referred the visitor; `null` for nobody. */
  readonly referrer: { readonly code: string; readonly name: string | null } | null;
  /** Experiment → variation, by their keys; those that are left out show the document itself. */
  readonly variations: Readonly<Record<string, string>>;
}

/** A visit of a page under such conditions. */
export interface PreviewVisit {
  /** Path and query, base path included. */
  readonly url: string;
  /** For addresses without a language. */
  readonly locale: Locale;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly facts: PreviewFacts;
}

/** An experiment of the page. */
export interface PreviewedExperiment {
  readonly key: string;
  /** By index, which `?<key>=<index>` asks for. */
  readonly variations: readonly string[];
  /** Index of the one that is shown; `null` for the document itself. */
  readonly shown: number | null;
}

export interface PreviewedPage {
  readonly code: 'PAGE';
  readonly status: number;
  readonly html: string;
  readonly title: string;
  readonly document: DocumentId;
  readonly locale: Locale;
  /** Addresses of the page in each language, base path included. */
  readonly languages: readonly { readonly locale: Locale; readonly href: string }[];
  readonly experiments: readonly PreviewedExperiment[];
  /** Modules that count down on the page, base path included. */
  readonly clocks: readonly string[];
}

export type VisitOutcome =
  | PreviewedPage
  /** Base path included, or an absolute URL. */
  | { readonly code: 'REDIRECT'; readonly location: string }
  /** Errors for which the content cannot be rendered. */
  | { readonly code: 'REFUSED'; readonly findings: readonly Finding[] };
