import type { Finding } from '#engine/shared/finding.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/**
 * Files that staff may change without a build, by path from the project's root: documents (`pages-config/**.json`), texts
 * (`locales/<language>/<file>.json`), confirmed texts (`locales/confirmed.json`) and pins (`pins.json`).
 * Never schemas, blocks, code, `pages-config/brand/*`.
 */
export type ContentPath = string;

/** The text of a file; `null`: the file does not exist (deleted). */
export type FileContent = string | null;

export interface DraftSummary {
  readonly id: string;
  /** 1 to 120 characters. */
  readonly name: string;
  /** Id of an admin, or `program:<id>`. */
  readonly createdBy: string;
  /** Milliseconds since the epoch, as all moments here. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** Number of changed files. */
  readonly files: number;
}

export interface DraftFile {
  readonly path: ContentPath;
  readonly content: FileContent;
  /** What the file was when it was first changed in this draft: `null` = did not exist. */
  readonly base: FileContent;
  /** What visitors get now (published over build), to see what was published meanwhile. */
  readonly live: FileContent;
  /** Counts saves, from 1. */
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: number;
}

export interface Draft extends DraftSummary {
  /** Hash over each path with its content and what visitors get: publishing it again says what was looked at. */
  readonly seen: string;
  readonly changes: readonly DraftFile[];
}

/** What becomes of a file of a draft. */
export interface FileEdit {
  readonly path: ContentPath;
  readonly content: FileContent;
  /** Of the file in the draft that was read; 0 when it was not in it. */
  readonly version: number;
  /** `hashContent` what was read: another content, in the draft or else live, is a conflict. */
  readonly seen?: string;
  /** What the author started from; what visitors get when left out. */
  readonly base?: FileContent;
}

export type SaveOutcome =
  | { readonly code: 'SAVED' }
  /** Another user saved this file since it was read. Nothing is stored. */
  | { readonly code: 'CONFLICT'; readonly file: DraftFile }
  | { readonly code: 'REFUSED'; readonly reason: 'path' | 'size' | 'json'; readonly findings: readonly Finding[] }
  | { readonly code: 'NO_DRAFT' };

/** A file that a revision with a later moment holds, with other content than is about to be published. */
export interface ScheduledFile {
  readonly path: ContentPath;
  readonly revision: number;
  readonly goesLiveAt: number;
  /** Whether it may be published all the same. Experiments and their phases never go back to what they were (X17). */
  readonly mayOverride: boolean;
}

export type PublishOutcome =
  | { readonly code: 'PUBLISHED'; readonly revision: number; readonly goesLiveAt: number }
  /** Findings of severity `error`: nothing changed anywhere. */
  | { readonly code: 'REFUSED'; readonly findings: readonly Finding[] }
  /** Others published `files` since they were first changed in the draft, or scheduled revisions hold the same. */
  | { readonly code: 'CONFLICT'; readonly files: readonly DraftFile[]; readonly scheduled: readonly ScheduledFile[] }
  /** The draft, or what visitors get instead, is not what was seen. */
  | { readonly code: 'UNSEEN' }
  | { readonly code: 'EMPTY' }
  /** A second person has to approve, and this one changed the draft. */
  | { readonly code: 'OWN_CHANGES' }
  | { readonly code: 'NO_DRAFT' };

export type RollBackOutcome =
  | Extract<PublishOutcome, { code: 'PUBLISHED' | 'REFUSED' | 'CONFLICT' | 'EMPTY' }>
  /** Visitors never got this revision. */
  | { readonly code: 'NO_REVISION' };

export type WithdrawOutcome =
  | { readonly code: 'WITHDRAWN' }
  /** Without it a later scheduled revision could not go live. */
  | Extract<PublishOutcome, { code: 'REFUSED' }>
  | { readonly code: 'NOT_SCHEDULED' };

export interface RevisionSummary {
  /** From 1, in order of publication. */
  readonly id: number;
  readonly note: string;
  readonly author: string;
  readonly createdAt: number;
  /** When all nodes switch to it; equal to `createdAt` when at once. */
  readonly goesLiveAt: number;
  readonly state: 'live' | 'scheduled' | 'withdrawn';
  /** Set for a roll-back: the revision whose content it restores; 0 is the build. */
  readonly restores: number | null;
  readonly paths: readonly ContentPath[];
}

export interface RevisionFile {
  readonly path: ContentPath;
  /** Before and after this revision. */
  readonly before: FileContent;
  readonly after: FileContent;
}

export interface Revision extends RevisionSummary {
  readonly files: readonly RevisionFile[];
}

/** A publication that changed what an experiment shows, or began a phase of it. */
export interface ExperimentChange {
  readonly revision: number;
  readonly at: number;
  readonly note: string;
  readonly beginsPhase: boolean;
}

export interface RollBackTarget {
  /** The revision whose content comes back; 0 is the build. */
  readonly to: number;
  /** Some of its files; all when left out. */
  readonly paths?: readonly ContentPath[];
}

/** A file of the project that is not what was published. */
export interface PublishedDifference {
  readonly path: ContentPath;
  /** What visitors get; for a file that was rolled back to the build, what that build had. */
  readonly content: FileContent;
  readonly revision: number;
  /** Whether the project's file is neither what it was at publication nor a content that was ever published. */
  readonly isDrifted: boolean;
}

export interface Findings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Warnings that the content of today has not. */
  readonly newWarnings: readonly Finding[];
}

/** A page as a new visitor sees it. */
export interface PageView {
  readonly document: DocumentId;
  readonly locale: Locale;
  /** Milliseconds since the epoch: windows and countdowns are those of this moment. */
  readonly now: number;
  /** Other values of facets than those of a first visit; of facets that the page depends on. */
  readonly facets?: Readonly<Record<string, string>>;
}

export type RenderOutcome =
  | { readonly code: 'RENDERED'; readonly html: string; readonly findings: readonly Finding[] }
  /** Errors for which the content cannot be rendered. */
  | { readonly code: 'REFUSED'; readonly findings: readonly Finding[] }
  | { readonly code: 'NO_PAGE' };

export interface Publications {
  // drafts
  listDrafts(): Promise<readonly DraftSummary[]>;
  createDraft(input: { name: string; actor: string }): Promise<DraftSummary>;
  readDraft(id: string): Promise<Draft | null>;
  /** The newest ones first, with their changes. */
  readDrafts(limit: number): Promise<readonly Draft[]>;
  /** All files or none. */
  saveFiles(input: { draft: string; files: readonly FileEdit[]; actor: string }): Promise<SaveOutcome>;
  /** Takes a file out of the draft again; `seen` as in `FileEdit`. */
  revertFile(input: { draft: string; path: ContentPath; actor: string; seen?: string }): Promise<boolean>;
  discardDraft(input: { draft: string; actor: string }): Promise<boolean>;
  // content
  /** Files that visitors get, build under publications, without drafts. */
  readContent(draft?: string): Promise<ReadonlyMap<ContentPath, string>>;
  /** Files of the project that differ from what was published, by path. */
  listDifferences(): Promise<readonly PublishedDifference[]>;
  /** The findings of `npm run check` for a draft, off the main thread; with files that are not stored in it. */
  check(draft: string, edited?: ReadonlyMap<ContentPath, string>): Promise<Findings>;
  /** A page of a draft as the server would send it, off the main thread; with files that are not stored in it. */
  render(draft: string, page: PageView, edited?: ReadonlyMap<ContentPath, string>): Promise<RenderOutcome>;
  // publishing
  /** Whether a user may publish a draft, where a second person has to approve. */
  mayPublish(input: { draft: string; actor: string }): Promise<boolean>;
  /** Files that revisions hold which are not live yet, where those would replace this content. */
  listScheduled(content: ReadonlyMap<ContentPath, FileContent>): Promise<readonly ScheduledFile[]>;
  /**
   * `key`: a repeated call with the same key has one effect. `seen`: of the draft that was looked at. `overrides`: paths whose conflict the author has seen. `overrideScheduled`:
   * numbers of scheduled revisions that the author knows to hold the same files. `newPhases`: keys of live experiments of which a new phase
   * begins with it (X11); of one that is not live, or begins one anyway, nothing more changes.
   */
  publish(input: {
    draft: string;
    note: string;
    goesLiveAt: number | null;
    actor: string;
    key: string;
    seen?: string;
    overrides?: readonly ContentPath[];
    overrideScheduled?: readonly number[];
    newPhases?: readonly string[];
  }): Promise<PublishOutcome>;
  /** `within`: those that went live, or will, from one moment until before another, in milliseconds since the epoch. */
  listRevisions(page: {
    limit: number;
    offset: number;
    path?: ContentPath;
    within?: { readonly from: number; readonly to: number };
  }): Promise<{ readonly revisions: readonly RevisionSummary[]; readonly total: number }>;
  /** Live publications of the current phase of an experiment that changed what it shows, the newest first (X17). */
  listExperimentChanges(experiment: string): Promise<readonly ExperimentChange[]>;
  readRevision(id: number): Promise<Revision | null>;
  /** The newest ones first, with their files. */
  readRevisions(limit: number): Promise<readonly Revision[]>;
  /** Files that a roll-back would change now; `null` when visitors never got this revision. */
  previewRollBack(input: RollBackTarget): Promise<readonly RevisionFile[] | null>;
  /**
   * A new revision with the content of an earlier one, whole or some files; 0 = the build. Checked like a publication. Experiments that were
   * there then and are now stay as they are; `overrideScheduled` and `newPhases` as in `publish`.
   */
  rollBack(
    input: RollBackTarget & {
      note: string;
      actor: string;
      key: string;
      overrideScheduled?: readonly number[];
      newPhases?: readonly string[];
    },
  ): Promise<RollBackOutcome>;
  /** Withdraws a scheduled revision before it is live. Later scheduled ones are checked without it. */
  withdraw(input: { revision: number; actor: string }): Promise<WithdrawOutcome>;
}
