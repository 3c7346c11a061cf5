import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { PreviewFacts, VisitOutcome } from '#server/site/publications/visit.ts';

/** Subject of a preview link. */
export type PreviewSubject =
  | { readonly kind: 'draft'; readonly draft: string }
  | { readonly kind: 'revision'; readonly revision: number }
  /** The live content. */
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
  /** Actor of the audit log. */
  readonly createdBy: string;
  /** Milliseconds since the epoch, like `expiresAt`. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Why a link is closed. */
export type ClosedPreview = 'unknown' | 'expired' | 'revoked' | 'discarded' | 'withdrawn';

export interface OpenPreview {
  readonly link: PreviewLink;
  /** Name of the draft, or note of the revision; empty for the live content. */
  readonly title: string;
  /** Whether the draft was published; the link shows that revision. */
  readonly isPublishedDraft: boolean;
  /** The previewed time in milliseconds since the epoch. */
  readonly now: number;
  /** Renders in a worker thread. Rejects with an UnavailableError on timeout. */
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
  /** `null` for an unknown draft or revision. `full`: the subject has the maximum number of links. */
  create(input: CreatePreviewInput): Promise<PreviewLink | 'full' | null>;
  /** Valid links, newest first. */
  list(subject: PreviewSubject): Promise<readonly PreviewLink[]>;
  /** `false` for an unknown or invalid link. */
  revoke(input: { readonly id: string; readonly actor: string }): Promise<boolean>;
  /** Path that opens a link. */
  buildPath(basePath: string, link: Pick<PreviewLink, 'id'>): string;
  /** Opens a link; without side effects. */
  open(token: string): Promise<OpenPreview | { readonly closed: ClosedPreview }>;
}

/** Validity of a link in days. */
export const previewDays = { least: 1, usual: 14, most: 90 } as const;

/** Below the base path; followed by the token of a link and the address of a page with its language. */
export const PREVIEW_PATH = '/do/preview';

/** @param token of the link */
export const buildPreviewRoot = (basePath: string, token: string): string =>
  `${basePath.slice(0, -1)}${PREVIEW_PATH}/${token}`;
