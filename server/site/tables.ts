import type { Generated } from 'kysely';
import type { Flag, Timestamp } from '#server/platform/database/tables.ts';

/** Exposures of releases that know nothing of phases: all are of phase 1. */
export interface ExposuresTable {
  id: string;
  anonymous_id: string;
  session_id: string;
  experiment: string;
  variation: string;
  /** Whether the visitor had agreed to statistics; without it the row lives as long as the session. */
  consented: Flag;
  /** JSON of the attributes the assignment used. */
  attributes: string;
  evaluated_at: Timestamp;
  /** Number of the batch that a column store got it in; `null` before. */
  export_batch: Generated<number | null>;
}

/** A variation of a phase that a visitor who agreed to statistics was given: once, however often it was sent. */
export interface PhaseExposuresTable {
  id: string;
  anonymous_id: string;
  experiment: string;
  /** From 1. */
  phase: number;
  variation: string;
  /** Of the documents by which it was sent; empty where nobody knows. */
  revision: string;
  /** JSON of what was known of the visitor when it was evaluated. */
  attributes: string;
  evaluated_at: Timestamp;
  /** As in `exposures`. */
  export_batch: Generated<number | null>;
}

/** Exposures of both tables. */
export interface ExposureRowsView {
  readonly id: string;
  readonly anonymous_id: string;
  readonly experiment: string;
  readonly phase: number;
  readonly variation: string;
  readonly revision: string;
  readonly attributes: string;
  readonly evaluated_at: Timestamp;
  readonly consented: Flag;
}

/** How far an export to a column store has come. */
export interface ExposureExportsTable {
  name: string;
  /** Number of the newest batch. */
  batch: number;
  /** Name of its files, without their endings. */
  file: string;
  /** Whether it has still to be written. */
  unfinished: Flag;
}

/** Visitors whose rows a column store has got, and who were erased since. */
export interface ExportedErasuresTable {
  erased_at: Timestamp;
  anonymous_id: string;
  export_batch: number | null;
}

/** Visitors who were given a variation, whoever they are, as releases count them that know nothing of phases. */
export interface ExposureCountsTable {
  experiment: string;
  variation: string;
  locale: string;
  /** Begin of the hour. */
  hour: Timestamp;
  visitors: number;
}

/** Visitors who were given a variation of a phase, whoever they are. */
export interface PhaseExposureCountsTable extends ExposureCountsTable {
  phase: number;
  device: string;
}

/** Those among them whose browser runs no script, where others count once they have seen a block. */
export interface PageExposureCountsTable {
  experiment: string;
  phase: number;
  variation: string;
  visitors: number;
}

/** Pages of a variation by when they were painted; see `paintStep`. */
export interface PaintCountsTable {
  experiment: string;
  phase: number;
  variation: string;
  step: number;
  pages: number;
}

/** What was counted and counts no second time; see `CountedOnce`. */
export interface CountedOnceTable {
  token: string;
  expires_at: Timestamp;
}

/** Visits that would have counted, had not their network brought more than it may. */
export interface SurplusCountsTable {
  experiment: string;
  phase: number;
  /** Begin of the day. */
  day: Timestamp;
  visits: number;
}

/** Visitors of a variation whom one network brought, of networks that bring many. */
export interface NetworkExposureCountsTable {
  experiment: string;
  phase: number;
  variation: string;
  /** Begin of the day. */
  day: Timestamp;
  /** A keyed hash of the network and the day. */
  network: string;
  visitors: number;
}

/** Visitors of both tables; an empty `device` is unknown. */
export type ExposureTotalsView = Readonly<PhaseExposureCountsTable>;

/** Something a visitor did who agreed to statistics. */
export interface ConversionsTable {
  id: string;
  anonymous_id: string;
  event: string;
  at: Timestamp;
}

/** What visitors of a variation did, whoever they are, as releases count it that know nothing of phases. */
export interface ConversionCountsTable {
  experiment: string;
  variation: string;
  event: string;
  /** Begin of the hour. */
  hour: Timestamp;
  conversions: number;
}

/** What visitors of a variation of a phase did, whoever they are. */
export interface PhaseConversionCountsTable extends ConversionCountsTable {
  phase: number;
}

/** Conversions of both tables. */
export type ConversionTotalsView = Readonly<PhaseConversionCountsTable>;

/** Visitors who agreed to statistics: sums that change in the transaction of their rows. Empty parts of the key stand for all. */
export interface AgreedCountsTable {
  /** Results read the one that `agreed_recounts` names. */
  generation: number;
  experiment: string;
  phase: number;
  variation: string;
  dimension: string;
  value: string;
  /** A conversion; empty for visitors who were given the variation. */
  event: string;
  people: number;
}

/** One row: which sums are read, and how far a recount is. */
export interface AgreedRecountsTable {
  name: string;
  generation: number;
  building: number;
  up_to: string;
  finished_at: Timestamp;
  repaired: number;
}

/** Experiments that nobody takes part in until they are resumed. */
export interface ExperimentStopsTable {
  experiment: string;
  stopped_at: Timestamp;
  /** As in the audit log. */
  stopped_by: string;
}

/** Files that staff change together. */
export interface DraftsTable {
  id: string;
  name: string;
  /** As in the audit log, like `changed_by` and `author`. */
  created_by: string;
  created_at: Timestamp;
  changed_at: Timestamp;
}

/** Someone who changed a draft; gone with it. */
export interface DraftAuthorsTable {
  draft: string;
  author: string;
}

/** A file of a draft; gone with it. */
export interface DraftFilesTable {
  draft: string;
  path: string;
  /** `null`: the draft deletes the file. */
  content: string | null;
  /** What visitors got when the file was first changed in the draft. */
  base: string | null;
  version: number;
  changed_by: string;
  changed_at: Timestamp;
}

/** Published changes of files, in order of publication. */
export interface RevisionsTable {
  /** From 1. */
  id: number;
  note: string;
  author: string;
  created_at: Timestamp;
  /** Equal to `created_at` when it went live at once. */
  goes_live_at: Timestamp;
  withdrawn_at: Timestamp | null;
  /** Revision that it restores, 0 for the build; `null` when it restores none. */
  restores: number | null;
}

/** What a revision makes of a file. */
export interface RevisionFilesTable {
  revision: number;
  path: string;
  /** `null`: the file is deleted, unless it is released. */
  content: string | null;
  /** What visitors got before. */
  base: string | null;
  /** Whether visitors get the build's file again. */
  is_released: Flag;
  /** SHA-256 of the build's file at publication; empty when it had none. */
  build_hash: string;
  /** When a build had the same content: other builds than that of `build_hash` send their own file since. */
  absorbed_at: Timestamp | null;
}

/** An experiment whose control or variations show something that a revision changed. */
export interface ExperimentChangesTable {
  revision: number;
  /** Key of the experiment. */
  experiment: string;
  /** Whether the experiment, or a phase of it, begins with the revision. */
  begins_phase: Flag;
}

/** A link that shows content before visitors get it. */
export interface PreviewLinksTable {
  id: string;
  /** Of a draft that the link shows, also once it is gone. */
  draft: string | null;
  /** Of the revision that it shows, such as the one that its draft became. Neither: what is published. */
  revision: number | null;
  /** Of the page that it begins with, without base path and language. */
  path: string;
  locale: string;
  /** JSON of the conditions that it shows, see `PreviewFacts`. */
  facts: string;
  /** As in the audit log. */
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

/** An image that staff uploaded. */
export interface UploadsTable {
  /** As documents name it, such as `images/uploads/hall-3f9c2a1b5d.jpg`. */
  path: string;
  /** Of the file that was uploaded. */
  name: string;
  /** SHA-256 of its content. */
  hash: string;
  format: string;
  width: number;
  height: number;
  bytes: number;
  /** JSON of the alternative text by language. */
  alt: string;
  is_decorative: Flag;
  /** What stays in view where it is cropped, in percent from the left and from the top. */
  focus_x: number;
  focus_y: number;
  /** As in the audit log. */
  uploaded_by: string;
  uploaded_at: Timestamp;
  /** When a draft or visitors were last seen to use it; at first, when it was uploaded. */
  used_at: Timestamp;
}

export interface UploadContentsTable {
  path: string;
  content: Uint8Array;
  /** WebP. */
  thumbnail: Uint8Array;
}

/** A file of a crop that no build made. */
export interface ImageFilesTable {
  /** Below the base path, such as `assets/images/hall-3f9c2a1b5d.0a1b2c3d.960.avif`. */
  path: string;
  /** JSON of the `ImageTask`. */
  task: string;
  planned_at: Timestamp;
  /** The upload that it is made of; `null` for an image of the build. */
  upload: string | null;
  /** `null` until a node has made it. */
  content: Uint8Array | null;
}

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    exposures: ExposuresTable;
    experiment_stops: ExperimentStopsTable;
    phase_exposures: PhaseExposuresTable;
    exposure_rows: ExposureRowsView;
    exposure_exports: ExposureExportsTable;
    exported_erasures: ExportedErasuresTable;
    exposure_counts: ExposureCountsTable;
    phase_exposure_counts: PhaseExposureCountsTable;
    page_exposure_counts: PageExposureCountsTable;
    paint_counts: PaintCountsTable;
    counted_once: CountedOnceTable;
    surplus_counts: SurplusCountsTable;
    network_exposure_counts: NetworkExposureCountsTable;
    exposure_totals: ExposureTotalsView;
    conversions: ConversionsTable;
    agreed_counts: AgreedCountsTable;
    agreed_recounts: AgreedRecountsTable;
    conversion_counts: ConversionCountsTable;
    phase_conversion_counts: PhaseConversionCountsTable;
    conversion_totals: ConversionTotalsView;
    drafts: DraftsTable;
    draft_authors: DraftAuthorsTable;
    draft_files: DraftFilesTable;
    revisions: RevisionsTable;
    revision_files: RevisionFilesTable;
    experiment_changes: ExperimentChangesTable;
    preview_links: PreviewLinksTable;
    uploads: UploadsTable;
    upload_contents: UploadContentsTable;
    picture_files: ImageFilesTable;
  }
}
