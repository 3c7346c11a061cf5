import type { Finding } from '#engine/shared/finding.ts';
import type { BlockFormPreview } from '#engine/documents/forms/form-views.ts';
import type { JsonObject } from '#engine/documents/json.ts';
import type { DraftImpact } from '#engine/documents/impact/draft-impact.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/**
 * Files that staff may change without a build, by path from the project's root: documents (`pages-config/**.json`), texts
 * (`locales/<language>/<file>.json`), confirmed texts (`locales/confirmed.json`) and pins (`pins.json`).
 * Never schemas, blocks, code, `pages-config/brand/*`.
 */
export type ContentPath = string;

/** Content of a file; `null`: the file does not exist (deleted). */
export type FileContent = string | null;

/** A request to publishers to review a draft and publish it. */
export interface DraftSubmission {
  readonly by: string;
  readonly at: number;
  /** Empty without one. */
  readonly note: string;
  /** `null` while it waits for approval. */
  readonly declined: { readonly by: string; readonly at: number; readonly reason: string } | null;
}

export interface DraftSummary {
  readonly id: string;
  /** 1 to 120 characters. */
  readonly name: string;
  /** Id of an admin, or `program:<id>`. */
  readonly createdBy: string;
  /** Milliseconds since the epoch, like all times here. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** Number of changed files. */
  readonly files: number;
  /** The last one; `null` for a draft that was never submitted. */
  readonly submission: DraftSubmission | null;
}

export interface DraftFile {
  readonly path: ContentPath;
  readonly content: FileContent;
  /** Content when the file was first changed in this draft; `null` = did not exist. */
  readonly base: FileContent;
  /** Current live content, to detect concurrent publications. */
  readonly live: FileContent;
  /** Number of saves, from 1. */
  readonly version: number;
  readonly changedBy: string;
  readonly changedAt: number;
}

export interface Draft extends DraftSummary {
  /** Hash over draft and live content of all files; publishing sends it back to prove what was reviewed. */
  readonly seen: string;
  readonly changes: readonly DraftFile[];
}

/** An edit of a file in a draft. */
export interface FileEdit {
  readonly path: ContentPath;
  readonly content: FileContent;
  /** Version of the file that was read; 0 when the draft did not contain it. */
  readonly version: number;
  /** `hashContent` of what was read: any other current content is a conflict. */
  readonly seen?: string;
  /** Content that the author started from; default: the live content. */
  readonly base?: FileContent;
}

export type SaveOutcome =
  | { readonly code: 'SAVED' }
  /** Another user saved this file meanwhile. Nothing is stored. */
  | { readonly code: 'CONFLICT'; readonly file: DraftFile }
  | { readonly code: 'REFUSED'; readonly reason: 'path' | 'size' | 'json'; readonly findings: readonly Finding[] }
  | { readonly code: 'NO_DRAFT' };

/** A file of a scheduled revision whose content differs from what is to be published. */
export interface ScheduledFile {
  readonly path: ContentPath;
  readonly revision: number;
  readonly goesLiveAt: number;
  /** Whether it may be overridden. Experiments and their phases cannot be reverted (X17). */
  readonly mayOverride: boolean;
}

export type PublishOutcome =
  | { readonly code: 'PUBLISHED'; readonly revision: number; readonly goesLiveAt: number }
  /** Findings of severity `error`; nothing was changed. */
  | { readonly code: 'REFUSED'; readonly findings: readonly Finding[] }
  /** `files` were published after the draft first changed them, or are part of scheduled revisions. */
  | { readonly code: 'CONFLICT'; readonly files: readonly DraftFile[]; readonly scheduled: readonly ScheduledFile[] }
  /** The draft or the live content differs from what was reviewed. */
  | { readonly code: 'UNSEEN' }
  | { readonly code: 'EMPTY' }
  /** Approval by a second person is required, and this user changed the draft. */
  | { readonly code: 'OWN_CHANGES' }
  | { readonly code: 'NO_DRAFT' };

export type SubmitOutcome =
  | { readonly code: 'SUBMITTED' | 'EMPTY' | 'NO_DRAFT' }
  | Extract<PublishOutcome, { code: 'REFUSED' }>;

export type RollBackOutcome =
  | Extract<PublishOutcome, { code: 'PUBLISHED' | 'REFUSED' | 'CONFLICT' | 'EMPTY' }>
  /** The revision was never live. */
  | { readonly code: 'NO_REVISION' };

export type WithdrawOutcome =
  | { readonly code: 'WITHDRAWN' }
  /** Without it, a later scheduled revision would be invalid. */
  | Extract<PublishOutcome, { code: 'REFUSED' }>
  | { readonly code: 'NOT_SCHEDULED' };

export interface RevisionSummary {
  /** From 1, in order of publication. */
  readonly id: number;
  readonly note: string;
  readonly author: string;
  readonly createdAt: number;
  /** Time at which all nodes switch to it; equals `createdAt` for immediate publication. */
  readonly goesLiveAt: number;
  readonly state: 'live' | 'scheduled' | 'withdrawn';
  /** For a rollback, the restored revision; 0 is the build. */
  readonly restores: number | null;
  readonly paths: readonly ContentPath[];
}

export interface RevisionFile {
  readonly path: ContentPath;
  /** Content before and after this revision. */
  readonly before: FileContent;
  readonly after: FileContent;
}

export interface Revision extends RevisionSummary {
  readonly files: readonly RevisionFile[];
}

/** A publication that changed the content of an experiment, or began a phase. */
export interface ExperimentChange {
  readonly revision: number;
  readonly at: number;
  readonly note: string;
  readonly beginsPhase: boolean;
}

export interface RollBackTarget {
  /** The revision to restore; 0 is the build. */
  readonly to: number;
  /** Files to restore; default: all. */
  readonly paths?: readonly ContentPath[];
}

/** A file of the project that differs from published content. */
export interface PublishedDifference {
  readonly path: ContentPath;
  /** Live content; for a file that was rolled back to the build, content of that build. */
  readonly content: FileContent;
  readonly revision: number;
  /** Whether the project's file equals neither its content at publication nor any published content. */
  readonly isDrifted: boolean;
}

export interface Findings {
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Warnings that the live content does not have. */
  readonly newWarnings: readonly Finding[];
}

/** A page for a new visitor. */
export interface PageView {
  readonly document: DocumentId;
  readonly locale: Locale;
  /** Time of the preview in milliseconds since the epoch, for windows and countdowns. */
  readonly now: number;
  /** Facets that differ from those of a first visit, if the page depends on them. */
  readonly facets?: Readonly<Record<string, string>>;
  /** State of a form of the page; default: all forms before they are filled in. */
  readonly form?: BlockFormPreview | undefined;
  /** A block that is shown alone, on a page like that of the document. */
  readonly block?: JsonObject | undefined;
}

export type RenderOutcome =
  | { readonly code: 'RENDERED'; readonly html: string; readonly findings: readonly Finding[] }
  /** Errors that prevent rendering. */
  | { readonly code: 'REFUSED'; readonly findings: readonly Finding[] }
  | { readonly code: 'NO_PAGE' };

/** Which pages to measure. */
export interface ImpactView {
  /** The only page to measure; default: all that the draft changes. */
  readonly document?: DocumentId | undefined;
  /** Language of the measured pages, where a change is in this language, too. */
  readonly locale: Locale;
  /** Time of the pages in milliseconds since the epoch. */
  readonly now: number;
}

export interface Publications {
  // drafts
  listDrafts(): Promise<readonly DraftSummary[]>;
  createDraft(input: { name: string; actor: string }): Promise<DraftSummary>;
  readDraft(id: string): Promise<Draft | null>;
  /** Newest first, with their changes. */
  readDrafts(limit: number): Promise<readonly Draft[]>;
  /** Saves all files or none. */
  saveFiles(input: { draft: string; files: readonly FileEdit[]; actor: string }): Promise<SaveOutcome>;
  /** Reverts a file in the draft; `seen` as in `FileEdit`. */
  revertFile(input: { draft: string; path: ContentPath; actor: string; seen?: string }): Promise<boolean>;
  discardDraft(input: { draft: string; actor: string }): Promise<boolean>;
  /** Asks publishers to review and publish a draft without errors; replaces an earlier submission. */
  submitDraft(input: { draft: string; note: string; actor: string }): Promise<SubmitOutcome>;
  /** Ends the wait of a submitted draft with a reason, which its authors read. */
  declineDraft(input: {
    draft: string;
    reason: string;
    actor: string;
  }): Promise<{ readonly code: 'DECLINED' | 'NOT_SUBMITTED' }>;
  // content
  /** The live files, or those with a draft applied. */
  readContent(draft?: string): Promise<ReadonlyMap<ContentPath, string>>;
  /** Files of the project that differ from published content, by path. */
  listDifferences(): Promise<readonly PublishedDifference[]>;
  /** Findings of `npm run check` for a draft, with unsaved files applied; in a worker thread. */
  check(draft: string, edited?: ReadonlyMap<ContentPath, string>): Promise<Findings>;
  /** What a draft changes for visitors; in a worker thread. */
  readImpact(draft: string, view: ImpactView): Promise<DraftImpact>;
  /** Renders a page of a draft, with unsaved files applied; in a worker thread. */
  render(draft: string, page: PageView, edited?: ReadonlyMap<ContentPath, string>): Promise<RenderOutcome>;
  // publishing
  /** Whether a user may publish a draft, when approval by a second person is required. */
  mayPublish(input: { draft: string; actor: string }): Promise<boolean>;
  /** Files of scheduled revisions that would replace this content. */
  listScheduled(content: ReadonlyMap<ContentPath, FileContent>): Promise<readonly ScheduledFile[]>;
  /**
   * Idempotent by `key`. `seen`: hash of the reviewed draft. `overrides`: paths whose conflict was confirmed. `overrideScheduled`: numbers
   * of scheduled revisions whose overlap was confirmed. `newPhases`: keys of live experiments that begin a new phase (X11); ignored for
   * experiments that are not live or begin one anyway.
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
  /** `within`: revisions that go live from one time until before another, in milliseconds since the epoch. */
  listRevisions(page: {
    limit: number;
    offset: number;
    path?: ContentPath;
    within?: { readonly from: number; readonly to: number };
  }): Promise<{ readonly revisions: readonly RevisionSummary[]; readonly total: number }>;
  /** Live publications that changed the content of an experiment in its current phase, newest first (X17). */
  listExperimentChanges(experiment: string): Promise<readonly ExperimentChange[]>;
  readRevision(id: number): Promise<Revision | null>;
  /** Newest first, with their files. */
  readRevisions(limit: number): Promise<readonly Revision[]>;
  /** Files that a rollback would change; `null` for a revision that was never live. */
  previewRollBack(input: RollBackTarget): Promise<readonly RevisionFile[] | null>;
  /**
   * A new revision with the content of an earlier one, in full or some files; 0 = the build. Validated like a publication. Experiments that
   * exist in both stay unchanged; `overrideScheduled` and `newPhases` as in `publish`.
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
  /** Withdraws a scheduled revision. Later scheduled ones are validated without it. */
  withdraw(input: { revision: number; actor: string }): Promise<WithdrawOutcome>;
}
