import type { Timestamp } from '#server/platform/database/tables.ts';

/** An entry of a form document. */
export interface FormEntriesTable {
  id: string;
  /** Name of the form: its document's id without the folder. */
  form: string;
  /** First 16 hex digits of the SHA-256 of the form document. */
  version: string;
  /** Document of the page with the form; `null` for entries of API clients. */
  document: string | null;
  locale: string;
  /** Canonical address from the first `email` field. */
  email_canonical: string | null;
  /** JSON: field → answer, a text, a number, `true`, or a list of texts. */
  content: string;
  /** All answers in lower case, for searching. */
  search_text: string;
  /** JSON: field → policy and version. */
  consents: string;
  /** JSON: query parameter → value. */
  query: string;
  /** Visitor that experiments credit. */
  attribution: string | null;
  sent_at: Timestamp;
  /** End of the form's retention, fixed when the entry was sent or confirmed; equals `confirm_until` until confirmed. */
  delete_at: Timestamp;
  /** Deadline for confirmation, while pending. */
  confirm_until: Timestamp | null;
  /** Time of confirmation. */
  confirmed_at: Timestamp | null;
}

/** A webhook request, retried until it succeeds. */
export interface WebhookDeliveriesTable {
  id: string;
  /** Name of the target in `WEBHOOKS`. */
  webhook: string;
  /** Id of the form entry. */
  entry: string;
  /** Encrypted JSON, because it is personal data; `null` after delivery. */
  body: string | null;
  status: 'queued' | 'sending' | 'sent' | 'dead';
  attempts: number;
  next_attempt_at: Timestamp;
  lease_until: Timestamp | null;
  last_error: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
}

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    form_entries: FormEntriesTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}
