import type { Generated } from 'kysely';
import type { Flag, Timestamp } from '#server/platform/database/tables.ts';

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

/** Visitors who were given an arm, whoever they are. */
export interface ExposureCountsTable {
  experiment: string;
  variation: string;
  locale: string;
  /** Begin of the hour. */
  hour: Timestamp;
  visitors: number;
}

/** Something a visitor did who agreed to statistics. */
export interface ConversionsTable {
  id: string;
  anonymous_id: string;
  event: string;
  at: Timestamp;
}

/** What visitors of an arm did, whoever they are. */
export interface ConversionCountsTable {
  experiment: string;
  variation: string;
  event: string;
  /** Begin of the hour. */
  hour: Timestamp;
  conversions: number;
}

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    exposures: ExposuresTable;
    exposure_exports: ExposureExportsTable;
    exported_erasures: ExportedErasuresTable;
    exposure_counts: ExposureCountsTable;
    conversions: ConversionsTable;
    conversion_counts: ConversionCountsTable;
  }
}
