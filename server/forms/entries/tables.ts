import type { Timestamp } from '#server/platform/database/tables.ts';

/** An entry of a form document. */
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
  /** When the retention of the form ends, as it was when the entry was sent or confirmed; until it is confirmed, `confirm_until`. */
  delete_at: Timestamp;
  /** While the sender has not confirmed the address: until when that is possible. */
  confirm_until: Timestamp | null;
  /** When the sender confirmed the address. */
  confirmed_at: Timestamp | null;
}

/** A request to a webhook, sent until it is answered well. */
export interface WebhookDeliveriesTable {
  id: string;
  /** Name of the target in `WEBHOOKS`. */
  webhook: string;
  /** Id of the form entry. */
  entry: string;
  /** JSON, sealed: it names a person. `null` once it has arrived. */
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
