import type { CsvRow } from '#engine/shared/csv.ts';
import type { ListFile } from '#server/admin/admin-page.ts';
import { buildListFile, readInParts, type ReadableList } from '#server/admin/list-file.ts';
import type { RowPosition } from '#server/platform/database/read-page.ts';
import { formatAnswer, hasConfirmation, type ShownEntry } from './entry-view.ts';

export const getFormEntryPosition = ({ id, sent_at: value }: ShownEntry): RowPosition => ({ value, id });

/** A column for each field and parameter of the entries, which are read for that once before they are sent. */
export async function buildEntriesFile(name: string, list: ReadableList<ShownEntry>): Promise<ListFile> {
  const columns = createColumns();
  for await (const entries of readInParts(list)) entries.forEach(columns.add);
  return buildListFile({ name, columns: columns.getNames(), toCells: columns.toCells }, list);
}

/** Rows of a few entries, the names of the columns first. */
export function buildCsvRows(found: readonly ShownEntry[]): readonly CsvRow[] {
  const columns = createColumns();
  found.forEach(columns.add);
  return [columns.getNames(), ...found.map(columns.toCells)];
}

function createColumns() {
  const fields = new Set<string>();
  const parameters = new Set<string>();
  let isConfirmed = false;
  return {
    add(entry: ShownEntry): void {
      for (const field of Object.keys(entry.answers)) fields.add(field);
      for (const parameter of Object.keys(entry.query)) parameters.add(parameter);
      isConfirmed ||= hasConfirmation(entry);
    },
    getNames: (): CsvRow => [
      'sent',
      ...(isConfirmed ? ['confirmed'] : []),
      'language',
      'page',
      ...fields,
      ...parameters,
    ],
    toCells: (entry: ShownEntry): CsvRow => [
      entry.sent_at,
      // Empty where no confirmation was requested.
      ...(isConfirmed ? [entry.confirm_until === null ? (entry.confirmed_at ?? '') : 'no'] : []),
      entry.locale,
      entry.document ?? '',
      ...[...fields].map((field) => formatAnswer(entry.answers[field])),
      ...[...parameters].map((parameter) => entry.query[parameter] ?? ''),
    ],
  };
}
