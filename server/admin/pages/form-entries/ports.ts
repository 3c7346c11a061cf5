import type { Site } from '#engine/documents/types.ts';
import type { FormEntries } from '#server/forms/entries/index.ts';
import type { Staff } from '#server/staff/index.ts';

export interface FormEntriesPagePorts {
  readonly entries: FormEntries;
  readonly staff: Pick<Staff, 'note'>;
  /** The newest documents; `null` where there are none. */
  readonly site: () => Site | null;
}

export const ENTRIES_PAGE = '/admin/form-entries';
/** What names of boxes in the list begin with. */
export const ENTRY_TICK = 'entry-';
