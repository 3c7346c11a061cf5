import type { Generated } from 'kysely';
import type { Flag, Timestamp } from '#server/platform/database/tables.ts';

/** Exposures of releases without phases: all are of phase 1. */
export interface ExposuresTable {
  id: string;
  anonymous_id: string;
  session_id: string;
  experiment: string;
  variation: string;
  /** Whether the visitor consented to statistics; otherwise the row expires with the session. */
  consented: Flag;
  /** JSON of the attributes used for assignment. */
  attributes: string;
  evaluated_at: Timestamp;
  /** Number of its export batch; `null` before. */
  export_batch: Generated<number | null>;
}

/** A variation assigned to a consenting visitor in a phase; one row, however often it was sent. */
export interface PhaseExposuresTable {
  id: string;
  anonymous_id: string;
  experiment: string;
  /** From 1. */
  phase: number;
  variation: string;
  /** Revision of the documents; empty when unknown. */
  revision: string;
  /** JSON of the visitor's attributes at evaluation. */
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

/** State of an export to a column store. */
export interface ExposureExportsTable {
  name: string;
  /** Number of the newest batch. */
  batch: number;
  /** Name of its files, without extension. */
  file: string;
  /** Whether it has yet to be written. */
  unfinished: Flag;
}

/** Erased visitors whose rows were exported. */
export interface ExportedErasuresTable {
  erased_at: Timestamp;
  anonymous_id: string;
  export_batch: number | null;
}

/** Visitors per variation, regardless of consent, of releases without phases. */
export interface ExposureCountsTable {
  experiment: string;
  variation: string;
  locale: string;
  /** Beginning of the hour. */
  hour: Timestamp;
  visitors: number;
}

/** Visitors per variation of a phase, regardless of consent. */
export interface PhaseExposureCountsTable extends ExposureCountsTable {
  phase: number;
  device: string;
}

/** Visitors without JavaScript among them, in experiments that count seen blocks. */
export interface PageExposureCountsTable {
  experiment: string;
  phase: number;
  variation: string;
  visitors: number;
}

/** Pages of a variation by paint time; see `paintStep`. */
export interface PaintCountsTable {
  experiment: string;
  phase: number;
  variation: string;
  step: number;
  pages: number;
}

/** Deduplication tokens; see `CountedOnce`. */
export interface CountedOnceTable {
  token: string;
  expires_at: Timestamp;
}

/** Visits not counted because of the limit of their network. */
export interface SurplusCountsTable {
  experiment: string;
  phase: number;
  /** Beginning of the day. */
  day: Timestamp;
  visits: number;
}

/** Visitors of a variation per network, for networks with many visitors. */
export interface NetworkExposureCountsTable {
  experiment: string;
  phase: number;
  variation: string;
  /** Beginning of the day. */
  day: Timestamp;
  /** A keyed hash of the network and the day. */
  network: string;
  visitors: number;
}

/** Visitors of both tables; an empty `device` is unknown. */
export type ExposureTotalsView = Readonly<PhaseExposureCountsTable>;

/** A conversion of a consenting visitor. */
export interface ConversionsTable {
  id: string;
  anonymous_id: string;
  event: string;
  at: Timestamp;
}

/** Conversions per variation, regardless of consent, of releases without phases. */
export interface ConversionCountsTable {
  experiment: string;
  variation: string;
  event: string;
  /** Beginning of the hour. */
  hour: Timestamp;
  conversions: number;
}

/** Conversions per variation of a phase, regardless of consent. */
export interface PhaseConversionCountsTable extends ConversionCountsTable {
  phase: number;
}

/** Conversions of both tables. */
export type ConversionTotalsView = Readonly<PhaseConversionCountsTable>;

/** Sums of consenting visitors, updated in the transaction of their rows. Empty parts of the key mean all. */
export interface AgreedCountsTable {
  /** Results read the generation in `agreed_recounts`. */
  generation: number;
  experiment: string;
  phase: number;
  variation: string;
  dimension: string;
  value: string;
  /** A conversion; empty for assigned visitors. */
  event: string;
  people: number;
}

/** One row: the current generation, and the state of a recount. */
export interface AgreedRecountsTable {
  name: string;
  generation: number;
  building: number;
  up_to: string;
  finished_at: Timestamp;
  repaired: number;
}

/** Stopped experiments. */
export interface ExperimentStopsTable {
  experiment: string;
  stopped_at: Timestamp;
  /** Actor of the audit log. */
  stopped_by: string;
}

/** A set of file changes by staff. */
export interface DraftsTable {
  id: string;
  name: string;
  /** Actor of the audit log, like `changed_by` and `author`. */
  created_by: string;
  created_at: Timestamp;
  changed_at: Timestamp;
}

/** An author of a draft; deleted with it. */
export interface DraftAuthorsTable {
  draft: string;
  author: string;
}

/** A request to publish a draft; deleted with it. */
export interface DraftSubmissionsTable {
  draft: string;
  note: string;
  submitted_by: string;
  submitted_at: Timestamp;
  /** `null` while it waits. */
  declined_by: string | null;
  declined_at: Timestamp | null;
  reason: string | null;
}

/** A file of a draft; deleted with it. */
export interface DraftFilesTable {
  draft: string;
  path: string;
  /** `null`: the draft deletes the file. */
  content: string | null;
  /** Live content when the file was first changed in the draft. */
  base: string | null;
  version: number;
  changed_by: string;
  changed_at: Timestamp;
}

/** Published changes, in order of publication. */
export interface RevisionsTable {
  /** From 1. */
  id: number;
  note: string;
  author: string;
  created_at: Timestamp;
  /** Equals `created_at` for immediate publication. */
  goes_live_at: Timestamp;
  withdrawn_at: Timestamp | null;
  /** Restored revision, 0 for the build; `null` for other publications. */
  restores: number | null;
}

/** A file of a revision. */
export interface RevisionFilesTable {
  revision: number;
  path: string;
  /** `null`: the file is deleted, unless it is released. */
  content: string | null;
  /** Live content before. */
  base: string | null;
  /** Whether the build's file is live again. */
  is_released: Flag;
  /** SHA-256 of the build's file at publication; empty when it did not exist. */
  build_hash: string;
  /** When a build first contained the same content: builds other than that of `build_hash` use their own file since. */
  absorbed_at: Timestamp | null;
}

/** An experiment whose content a revision changed. */
export interface ExperimentChangesTable {
  revision: number;
  /** Key of the experiment. */
  experiment: string;
  /** Whether the experiment or one of its phases begins with the revision. */
  begins_phase: Flag;
}

/** A link that shows content before it is live. */
export interface PreviewLinksTable {
  id: string;
  /** Draft id, also after the draft is deleted. */
  draft: string | null;
  /** Revision, such as the published draft. With neither: the live content. */
  revision: number | null;
  /** Path of its first page, without base path and language. */
  path: string;
  locale: string;
  /** JSON of its conditions, see `PreviewFacts`. */
  facts: string;
  /** Actor of the audit log. */
  created_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}

/** An uploaded image. */
export interface UploadsTable {
  /** Path used in documents, such as `images/uploads/hall-3f9c2a1b5d.jpg`. */
  path: string;
  /** Name of the uploaded file. */
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
  /** Focal point in percent from the left and from the top. */
  focus_x: number;
  focus_y: number;
  /** Actor of the audit log. */
  uploaded_by: string;
  uploaded_at: Timestamp;
  /** Last known use in a draft or live content; initially the time of upload. */
  used_at: Timestamp;
}

export interface UploadContentsTable {
  path: string;
  content: Uint8Array;
  /** WebP. */
  thumbnail: Uint8Array;
}

/** An image file that is not part of a build. */
export interface ImageFilesTable {
  /** Path below the base path, such as `assets/images/hall-3f9c2a1b5d.0a1b2c3d.960.avif`. */
  path: string;
  /** JSON of the `ImageTask`. */
  task: string;
  planned_at: Timestamp;
  /** Its upload; `null` for an image of the build. */
  upload: string | null;
  /** `null` until a node has created it. */
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
    draft_submissions: DraftSubmissionsTable;
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
