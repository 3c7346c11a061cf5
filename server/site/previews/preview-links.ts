import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { PreviewFacts, VisitOutcome } from '#server/site/publications/visit.ts';

/** What a link shows. */
export type PreviewSubject =
  | { readonly kind: 'draft'; readonly draft: string }
  | { readonly kind: 'revision'; readonly revision: number }
  /** What visitors get. */
  | { readonly kind: 'published' };

export interface PreviewStart {
  /** Without base path and language. */
  readonly path: string;
  readonly locale: Locale;
}

export interface PreviewLink extends PreviewStart {
  readonly id: string;
  readonly subject: PreviewSubject;
  readonly facts: PreviewFacts;
  /** As in the audit log. */
  readonly createdBy: string;
  /** Milliseconds since the epoch, like `expiresAt`. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Why a link shows nothing. */
export type ClosedPreview = 'unknown' | 'expired' | 'revoked' | 'discarded' | 'withdrawn';

export interface OpenPreview {
  readonly link: PreviewLink;
  /** Name of the draft, or note of the revision; empty for what is published. */
  readonly title: string;
  /** Whether the draft of the link was published: the link shows that revision. */
  readonly isPublishedDraft: boolean;
  /** Milliseconds since the epoch: the moment that is shown. */
  readonly now: number;
  /** Renders off the main thread. Rejects with an UnavailableError when that takes too long. */
  visit(url: string): Promise<VisitOutcome>;
}

export interface CreatePreviewInput extends PreviewStart {
  readonly subject: PreviewSubject;
  readonly facts: PreviewFacts;
  /** 1 to 90. */
  readonly days: number;
  readonly actor: string;
}

export interface PreviewLinks {
  /** `null` when there is no such draft or revision. `full`: the subject has as many links as it may. */
  create(input: CreatePreviewInput): Promise<PreviewLink | 'full' | null>;
  /** Those that work, newest first. */
  list(subject: PreviewSubject): Promise<readonly PreviewLink[]>;
  /** `false` when there is no such link that works. */
  revoke(input: { readonly id: string; readonly actor: string }): Promise<boolean>;
  /** Path that opens a link. */
  buildPath(basePath: string, link: Pick<PreviewLink, 'id'>): string;
  /** Changes nothing, however often. */
  open(token: string): Promise<OpenPreview | { readonly closed: ClosedPreview }>;
}

/** Days for which a link works. */
export const previewDays = { least: 1, usual: 14, most: 90 } as const;

/** Below the base path; the token of a link follows it, then the address of a page, language included. */
export const PREVIEW_PATH = '/do/preview';

/** @param token What opens a link. */
export const previewRoot = (basePath: string, token: string): string =>
  `${basePath.slice(0, -1)}${PREVIEW_PATH}/${token}`;
