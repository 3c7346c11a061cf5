import { sql } from 'kysely';
import { selectHandedOut, listedColumns } from '#journeys/registration/members/codes/handed-out-codes.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { type CodeState, computeCodeState } from '#journeys/registration/members/codes/code-state.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { InvitersTable } from '#journeys/registration/members/tables.ts';
import { containsText } from '#server/platform/database/contains-text.ts';
import type { Database, Db } from '#server/platform/database/open-database.ts';
import { countRows, joinIds, type RowRange, readPage, type RowPosition } from '#server/platform/database/read-page.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';

/** Sort orders of the list. */
export const codeOrders = ['label', 'inviter', 'active', 'free', 'created', 'lastUsed'] as const;
export type CodeOrder = (typeof codeOrders)[number];

export interface FindCodesRequest extends RowRange {
  /** Part of a code or of an inviter's name; empty for all. */
  readonly search: string;
  /** Codes to select, in any spelling. */
  readonly only?: readonly string[];
  readonly state: CodeState | null;
  readonly order: CodeOrder;
  readonly descending: boolean;
}

export interface FoundCode extends Pick<InvitersTable, 'issued' | 'free' | 'pending' | 'active'> {
  readonly label: string;
  /** Canonical form. */
  readonly code: string;
  readonly state: CodeState;
  readonly inviterId: string;
  readonly inviterName: string | null;
  readonly landing: string | null;
  readonly createdAt: string;
  /** Last use by any code of the inviter; `null` for never. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

export interface FindCodesResult {
  readonly codes: readonly FoundCode[];
  readonly total: number;
}

const sortings = {
  label: { column: 'codes.label' },
  inviter: { column: 'inviters.first_name', empty: '' },
  active: { column: 'inviters.active', isNumber: true },
  free: { column: 'inviters.free', isNumber: true },
  created: { column: 'codes.created_at' },
  lastUsed: { column: 'inviters.last_used_at', empty: '' },
} as const satisfies Record<CodeOrder, object>;

/** Position of a code in the list, for pagination. */
export function getCodePosition(
  { label, code, inviterId, inviterName, active, free, createdAt, lastUsedAt }: FoundCode,
  order: CodeOrder,
): RowPosition {
  const values = { label, inviter: inviterName ?? '', active, free, created: createdAt, lastUsed: lastUsedAt ?? '' };
  return { value: values[order], id: ofInviter.has(order) ? joinIds(inviterId, code) : code };
}

/** Codes of inviters, without generated links and released invitations, paginated. */
export async function findCodes(ports: MemberPorts, request: FindCodesRequest): Promise<FindCodesResult> {
  const { database, clock } = ports;
  const now = getCurrentTimestamp(clock);
  const names = await findNames(database.db, request.search);
  const all = matching(database, request, now, names);
  const rows = await readPage(
    all.select([
      ...listedColumns,
      'codes.code',
      'codes.created_at',
      'inviters.last_used_at',
      'inviters.id as inviter_id',
    ]),
    {
      ...sortings[request.order],
      id: ofInviter.has(request.order) ? ['inviters.id', 'codes.code'] : 'codes.code',
      descending: request.descending,
    },
    request,
  );
  // Counting is fastest in the order of codes, regardless of the sort order.
  const counted = matching(database, { ...request, order: 'created' }, now, names);
  const total = await countRows(database.db, counted, request, rows);
  const codes = rows.map(({ label, code, landing, created_at, issued, free, pending, active, ...row }) => ({
    label,
    code,
    landing,
    issued,
    free,
    pending,
    active,
    state: computeCodeState({ ...row, free }, now),
    inviterId: row.inviter_id,
    inviterName: row.first_name,
    createdAt: created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }));
  return { codes, total };
}

/** Orders by columns of the inviter. */
const ofInviter: ReadonlySet<CodeOrder> = new Set(['inviter', 'active', 'free', 'lastUsed']);

/** The join order makes SQLite use the index of the order, or of the codes without places. */
function selectCodesInOrder(db: Db, { order, state }: FindCodesRequest) {
  return ofInviter.has(order) || state === 'full'
    ? db.selectFrom('inviters').crossJoin('registration_codes as codes')
    : db.selectFrom('registration_codes as codes').crossJoin('inviters');
}

/** Maximum distinct names that are scanned for a part. */
const MAX_NAMES = 5_000;

/** Inviter names that contain the search text, each scanned once. `null` above the maximum, empty without a search text. */
async function findNames(db: Db, search: string): Promise<readonly string[] | null> {
  const typed = search.trim().toLowerCase();
  if (typed === '') return [];
  const name = sql`coalesce(first_name, '')`;
  const { rows } = await sql<{ name: string | null }>`
    with recursive names(name) as (
      select min(${name}) from inviters
      union all select (select min(${name}) from inviters where ${name} > names.name) from names where names.name is not null
    ) select name from names limit ${MAX_NAMES + 1}`.execute(db);
  if (rows.length > MAX_NAMES) return null;
  return rows.flatMap((row) => (row.name?.toLowerCase().includes(typed) === true ? [row.name] : []));
}

function matching({ db, engine }: Database, request: FindCodesRequest, now: string, names: readonly string[] | null) {
  const { search, only, state } = request;
  const all = selectHandedOut(selectCodesInOrder(db, request).whereRef('codes.inviter_id', '=', 'inviters.id'));
  const own =
    only === undefined
      ? all
      : all.where(
          'codes.code',
          'in',
          only.map((code) => toCanonicalCode(code) ?? ''),
        );
  // Canonical codes consist of letters and digits, so no `like` wildcards remain.
  const typed = search.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  // Joined once instead of per code.
  const named = db.selectFrom('inviters as named').select('named.id');
  const ofName =
    names === null
      ? named.where(containsText(engine, sql.ref('named.first_name'), search))
      : named.where(sql`coalesce(named.first_name, '')`, 'in', names);
  const found =
    search.trim() === ''
      ? own
      : own.where(({ eb, or }) =>
          or([
            ...(typed === '' ? [] : [eb('codes.code', 'like', `%${typed}%`)]),
            ...(names?.length === 0 ? [] : [eb('codes.inviter_id', 'in', ofName)]),
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
