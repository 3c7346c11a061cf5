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
    exposure_counts: ExposureCountsTable;
    conversions: ConversionsTable;
    conversion_counts: ConversionCountsTable;
  }
}
