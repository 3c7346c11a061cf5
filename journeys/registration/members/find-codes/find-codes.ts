import { handedOutCodes, listedColumns } from '#journeys/registration/members/codes/handed-out-codes.ts';
import { canonicalCode } from '#journeys/registration/members/codes/canonical-code.ts';
import { type CodeState, computeCodeState } from '#journeys/registration/members/codes/code-state.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { InvitersTable } from '#journeys/registration/members/tables.ts';
import { containsText } from '#server/platform/database/contains-text.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { currentTimestamp } from '#server/platform/database/timestamp.ts';

/** What the list may be sorted by. */
export const codeOrders = ['label', 'inviter', 'active', 'free', 'created'] as const;
export type CodeOrder = (typeof codeOrders)[number];

export interface FindCodesRequest {
  /** Part of a code as it is handed out, or of an inviter's name; empty for all. */
  readonly search: string;
  /** One code alone, in any spelling. */
  readonly code?: string;
  readonly state: CodeState | null;
  readonly order: CodeOrder;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundCode extends Pick<InvitersTable, 'issued' | 'free' | 'pending' | 'active'> {
  readonly label: string;
  readonly state: CodeState;
  readonly inviterName: string | null;
  readonly landing: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

export interface FindCodesAnswer {
  readonly codes: readonly FoundCode[];
  readonly total: number;
}

const columns = {
  label: 'codes.label',
  inviter: 'inviters.first_name',
  active: 'inviters.active',
  free: 'inviters.free',
  created: 'codes.created_at',
} as const satisfies Record<CodeOrder, string>;

/** Codes of inviters, without generated links and released invitations, a page at a time. */
export async function findCodes(ports: MemberPorts, request: FindCodesRequest): Promise<FindCodesAnswer> {
  const { database, clock } = ports;
  const now = currentTimestamp(clock);
  const asked = matching(database.db, request, now);
  const rows = await asked
    .select([...listedColumns, 'codes.created_at'])
    .orderBy(columns[request.order], request.descending ? 'desc' : 'asc')
    .orderBy('codes.code')
    .offset(request.offset)
    .limit(request.limit)
    .execute();
  const { total } = await asked.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const codes = rows.map(({ label, landing, created_at, issued, free, pending, active, ...row }) => ({
    label,
    landing,
    issued,
    free,
    pending,
    active,
    state: computeCodeState({ ...row, free }, now),
    inviterName: row.first_name,
    createdAt: created_at,
    expiresAt: row.expires_at,
  }));
  return { codes, total: Number(total) };
}

function matching(db: Db, { search, code, state }: FindCodesRequest, now: string) {
  const all = handedOutCodes(db);
  const own = code === undefined ? all : all.where('codes.code', '=', canonicalCode(code) ?? '');
  // Canonical codes are letters and digits, so that nothing of what was typed means anything to `like`.
  const typed = search.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const found =
    search.trim() === ''
      ? own
      : own.where(({ eb, or }) =>
          or([
            ...(typed === '' ? [] : [eb('codes.code', 'like', `%${typed}%`)]),
            containsText('inviters.first_name', search),
          ]),
        );
  if (state === 'blocked') return found.where('codes.state', '=', 'blocked');
  const open = found.where('codes.state', '=', 'active');
  const over = (is: boolean) =>
    open.where(({ eb, or, and }) =>
      is
        ? and([eb('codes.expires_at', 'is not', null), eb('codes.expires_at', '<=', now)])
        : or([eb('codes.expires_at', 'is', null), eb('codes.expires_at', '>', now)]),
    );
  if (state === 'over') return over(true);
  if (state === 'inviter blocked') return over(false).where('inviters.state', '=', 'blocked');
  if (state === null) return found;
  return over(false)
    .where('inviters.state', '=', 'active')
    .where('inviters.free', state === 'full' ? '=' : '>', 0);
}
