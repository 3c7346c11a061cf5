import { type Selectable, sql } from 'kysely';
import { countRows, type RowRange, readPage } from '#server/platform/database/read-page.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Answers } from './read-answers.ts';
import type { FormEntriesTable } from './tables.ts';

export interface EntriesQuestion extends RowRange {
  /** Name of the form. */
  readonly form: string;
  /** Words that an entry must contain; empty: all entries. */
  readonly search?: string;
  /** Ids to select. */
  readonly ids?: readonly string[];
  /** Only entries with a failed webhook request. */
  readonly isFailed?: boolean;
  readonly newestFirst: boolean;
}

export interface FormEntry extends Pick<
  Selectable<FormEntriesTable>,
  'id' | 'form' | 'document' | 'locale' | 'email_canonical' | 'sent_at' | 'delete_at' | 'confirm_until' | 'confirmed_at'
> {
  readonly answers: Answers;
  readonly consents: Readonly<Record<string, { readonly policy: string; readonly version: string }>>;
  readonly query: Readonly<Record<string, string>>;
}

type EntryPorts = Pick<PlatformPorts, 'database'>;

/** Entries of one form, paginated. */
export async function listEntries(
  { database: { db } }: EntryPorts,
  { form, search = '', ids, isFailed = false, newestFirst, ...page }: EntriesQuestion,
): Promise<{ readonly entries: readonly FormEntry[]; readonly total: number }> {
  const words = search.toLowerCase().normalize('NFC').split(/\s+/).filter(Boolean).slice(0, 8);
  let found = db.selectFrom('form_entries').where('form', '=', form);
  // The text is matched literally, not as a pattern.
  for (const word of words) found = found.where(sql<boolean>`replace(search_text, ${word}, '') <> search_text`);
  if (ids !== undefined) found = found.where('id', 'in', ids);
  if (isFailed)
    found = found.where('id', 'in', db.selectFrom('webhook_deliveries').select('entry').where('status', '=', 'dead'));
  const rows = await readPage(found.selectAll(), { column: 'sent_at', id: 'id', descending: newestFirst }, page);
  const total = await countRows(db, found, page, rows);
  return { entries: rows.map(readRow), total };
}

/** One entry; `null` for an unknown id. */
export async function findEntry({ database: { db } }: EntryPorts, id: string): Promise<FormEntry | null> {
  const row = await db.selectFrom('form_entries').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : readRow(row);
}

/** Deletes an entry and its webhook requests. @returns whether it existed */
export async function deleteEntry({ database: { db } }: EntryPorts, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('form_entries').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Names of forms with entries, including forms that were removed from the site. */
export async function listFormsWithEntries({ database: { db } }: EntryPorts): Promise<readonly string[]> {
  const rows = await db.selectFrom('form_entries').select('form').distinct().orderBy('form').execute();
  return rows.map(({ form }) => form);
}

/** Webhook requests by entry. */
export async function readDeliveries(
  { database: { db } }: EntryPorts,
  entries: readonly FormEntry[],
): Promise<
  ReadonlyMap<
    string,
    readonly { readonly webhook: string; readonly status: string; readonly last_error: string | null }[]
  >
> {
  if (entries.length === 0) return new Map();
  const ids = entries.map(({ id }) => id);
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['entry', 'webhook', 'status', 'last_error'])
    .where('entry', 'in', ids)
    .orderBy('created_at')
    .execute();
  return Map.groupBy(rows, ({ entry }) => entry);
}

function readRow(stored: Selectable<FormEntriesTable>): FormEntry {
  const { content, consents, query, version: _version, search_text: _text, attribution: _credited, ...row } = stored;
  // Checked edge: written by `submitForm`.
  const [answers, agreed, parameters] = [content, consents, query].map((text) => JSON.parse(text));
  return { ...row, answers, consents: agreed, query: parameters };
}
