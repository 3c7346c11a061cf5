import type { Timestamp } from '#server/platform/database/tables.ts';

/** What somebody sent with a form document. */
export interface FormEntriesTable {
  id: string;
  /** Name of the form: its document's id without the folder. */
  form: string;
  /** First 16 hex digits of SHA-256 over the form document that was filled in. */
  version: string;
  /** Document of the page that the form stood on; `null` for entries of programs. */
  document: string | null;
  locale: string;
  /** Canonical; of the first `email` field. */
  email_canonical: string | null;
  /** JSON: field → answer, a text, a number, `true`, or a list of texts. */
  content: string;
  /** All answers in lower case, for searching. */
  search_text: string;
  /** JSON: field → policy and version that were agreed to. */
  consents: string;
  /** JSON: query parameter → value. */
  query: string;
  /** What experiments credit. */
  attribution: string | null;
  sent_at: Timestamp;
  /** When the retention of the form ends, as it was when the entry was sent. */
  delete_at: Timestamp;
}

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    form_entries: FormEntriesTable;
  }
}
