import { containsInCanonical } from '#server/platform/database/contains-text.ts';
import { countRows, type RowPosition, type RowRange, readPage } from '#server/platform/database/read-page.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { MembershipInterestTable } from '#journeys/registration/members/tables.ts';

export interface ListInterestRequest extends RowRange {
  /** Applications to select; default: all. */
  readonly ids?: readonly string[];
  /** Part of an address; default: all. */
  readonly search?: string;
  readonly newestFirst: boolean;
}

export type Applicant = Pick<MembershipInterestTable, 'id' | 'email' | 'locale' | 'country' | 'applied_at'>;

export const getApplicantPosition = ({ id, applied_at: value }: Applicant): RowPosition => ({ value, id });

/** Unanswered applications for membership, paginated. */
export async function listInterest(
  { database: { db } }: MemberPorts,
  { ids, search = '', newestFirst, ...page }: ListInterestRequest,
): Promise<{ readonly applicants: readonly Applicant[]; readonly total: number }> {
  const every = db.selectFrom('membership_interest');
  const own = ids === undefined ? every : every.where('id', 'in', ids);
  const all = search.trim() === '' ? own : own.where(containsInCanonical('email_canonical', search));
  const applicants = await readPage(
    all.select(['id', 'email', 'locale', 'country', 'applied_at']),
    { column: 'applied_at', id: 'id', descending: newestFirst },
    page,
  );
  const total = await countRows(db, all, page, applicants);
  return { applicants, total };
}
