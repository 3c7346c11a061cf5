import type { VoucherName } from '#journeys/registration/shared/vouchers.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import {
  selectCodesAndInviters,
  selectHandedOutCodes,
  listedColumns,
} from '#journeys/registration/members/codes/handed-out-codes.ts';
import { type CodeState, computeCodeState } from '#journeys/registration/members/codes/code-state.ts';
import { findOwnPath } from '#journeys/registration/members/codes/new-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { InvitersTable, RegistrationCodesTable } from '#journeys/registration/members/tables.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';

export interface ListCodesRequest {
  /** Lists this code with all others of its inviter; `null` for the codes of all inviters, without generated links and released invitations. */
  readonly code: string | null;
  /** Maximum number, newest first. */
  readonly limit: number;
}

export interface ListedCode extends Pick<InvitersTable, 'issued' | 'free' | 'pending' | 'active'> {
  readonly label: string;
  readonly kind: RegistrationCodesTable['kind'];
  readonly state: CodeState;
  readonly inviterName: string | null;
  readonly landing: string | null;
  /** Voucher currently promised by the landing; `null` without a landing, where the page of the form decides. */
  readonly voucher: VoucherName | 'none' | null;
  readonly expiresAt: string | null;
  /** The page that shadows the code; `null` for none. */
  readonly ownPath: string | null;
}

export interface ListCodesResult {
  readonly codes: readonly ListedCode[];
  /** Total number. */
  readonly total: number;
}

/** Issued codes with the state of their places, which the codes of an inviter share. */
export async function listCodes(ports: MemberPorts, request: ListCodesRequest): Promise<ListCodesResult> {
  const { db } = ports.database;
  const rows = await asked(db, request)
    .select([...listedColumns, 'codes.code', 'codes.kind'])
    .orderBy('codes.created_at', 'desc')
    .orderBy('codes.code')
    .limit(request.limit)
    .execute();
  const { total } = await asked(db, request)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const now = getCurrentTimestamp(ports.clock);
  const codes = rows.map(({ inviter_state, first_name, expires_at, state, ...row }): ListedCode => {
    const { code, label, kind, landing, issued, free, pending, active } = row;
    const voucher = landing === null ? null : (ports.site.findVoucher(landing, ports.clock.now()) ?? 'none');
    return {
      label,
      kind,
      landing,
      voucher,
      issued,
      free,
      pending,
      active,
      state: computeCodeState({ state, inviter_state, expires_at, free }, now),
      inviterName: first_name,
      expiresAt: expires_at,
      ownPath: findOwnPath(ports.site, code) ?? null,
    };
  });
  return { codes, total: Number(total) };
}

function asked(db: Db, { code }: ListCodesRequest) {
  if (code === null) return selectHandedOutCodes(db);
  return selectCodesAndInviters(db).where('codes.inviter_id', '=', (same) =>
    same
      .selectFrom('registration_codes')
      .select('inviter_id')
      .where('code', '=', toCanonicalCode(code) ?? ''),
  );
}
