import { containsInCanonical } from '#server/platform/database/contains-text.ts';
import { toNonEmptyList } from '#server/platform/personal-data/personal-data-source.ts';
import { countRows, type RowPosition, type RowRange, readPage } from '#server/platform/database/read-page.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { WaitingListTable } from '#journeys/registration/members/tables.ts';

export interface ListWaitingRequest extends RowRange {
  readonly state: WaitingListTable['state'];
  /** The longest-waiting first, or the newest. */
  /** Entries to select; default: all. */
  readonly ids?: readonly string[];
  /** Part of an address; default: all. */
  readonly search?: string;
  readonly newestFirst: boolean;
}

export type Waiting = Pick<WaitingListTable, 'id' | 'email' | 'locale' | 'country' | 'joined_at' | 'invited_at'>;

export const getWaitingPosition = ({ id, joined_at: value }: Waiting): RowPosition => ({ value, id });

/** Waiting and invited people, paginated. */
export async function listWaiting(
  { database: { db } }: MemberPorts,
  { state, ids, search = '', newestFirst, ...page }: ListWaitingRequest,
): Promise<{ readonly waiting: readonly Waiting[]; readonly total: number; readonly longest: string | null }> {
  const inState = db.selectFrom('waiting_list').where('state', '=', state);
  const every = ids === undefined ? inState : inState.where('id', 'in', toNonEmptyList(ids));
  const all = search.trim() === '' ? every : every.where(containsInCanonical('email_canonical', search));
  const waiting = await readPage(
    all.select(['id', 'email', 'locale', 'country', 'joined_at', 'invited_at']),
    { column: 'joined_at', id: 'id', descending: newestFirst },
    page,
  );
  const total = await countRows(db, all, page, waiting);
  const first = await all.select('joined_at').orderBy('joined_at').limit(1).executeTakeFirst();
  return { waiting, total, longest: first?.joined_at ?? null };
}
