import type { Site } from '#engine/documents/types.ts';
import type { FormEntries } from '#server/forms/entries/index.ts';
import type { Staff } from '#server/staff/index.ts';

export interface FormEntriesPagePorts {
  readonly entries: FormEntries;
  readonly staff: Pick<Staff, 'note'>;
  /** The live documents; `null` without any. */
  readonly site: () => Site | null;
}

export const ENTRIES_PAGE = '/admin/form-entries';
/** Prefix of checkbox names in the list. */
export const ENTRY_TICK = 'entry-';
