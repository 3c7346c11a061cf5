import {
  checkNewCode,
  type NewCode,
  type NewCodeRefusal,
  type NewCodeRequest,
} from '#journeys/registration/members/check-new-code/check-new-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { cleanField } from '#server/platform/forms/validate-form.ts';
import { createId } from '#server/platform/tokens/random.ts';

export interface CreateCodeRequest extends NewCodeRequest {
  /** Actor, see `AuditEntry`. */
  readonly actor: string;
}

export interface CreatedCode extends Pick<NewCode, 'label'> {
  /** Absolute, in the default language. */
  readonly url: string;
  readonly voucher: NewCode['promised'];
}

export type CreateCodeResult = { readonly outcome: 'created'; readonly created: CreatedCode } | NewCodeRefusal;

/** Creates an inviter with places and a code. */
export async function createCode(ports: MemberPorts, request: CreateCodeRequest): Promise<CreateCodeResult> {
  const checked = await checkNewCode(ports, request);
  if (checked.outcome !== 'new') return checked;
  const { label, promised } = checked;
  // The code may have been created meanwhile.
  if (!(await store(ports, request, checked))) return { outcome: 'exists' };
  return { outcome: 'created', created: { label, url: ports.site.url(null, `/${label}`), voucher: promised } };
}

/** Returns whether the code was new. */
function store(
  ports: MemberPorts,
  { firstName, places, landing, expiresAt, actor }: CreateCodeRequest,
  { label, code, email }: NewCode,
): Promise<boolean> {
  return withTransaction(ports.database, async (tx, undo) => {
    const inviterId = createId(ports.random);
    await tx
      .insertInto('inviters')
      .values({
        id: inviterId,
        kind: firstName === null ? 'house' : 'member',
        state: 'active',
        first_name: firstName === null ? null : cleanField('registration', 'firstName', firstName),
        email_canonical: email?.canonical ?? null,
        issued: places,
        free: places,
        pending: 0,
        active: 0,
        created_at: getCurrentTimestamp(ports.clock),
      })
      .execute();
    const expires_at = expiresAt === null ? null : toTimestamp(expiresAt);
    if (!(await insertCode(tx, ports, { code, label, inviter_id: inviterId, landing, expires_at }))) return undo(false);
    // A code may contain a name, which an erasure must find: the audit log stores the inviter's id instead.
    const after = { places, landing, until: expires_at };
    await ports.audit(tx, { actor, action: 'code.create', person: inviterId, after });
    return true;
  });
}

interface CodeColumns {
  readonly code: string;
  readonly label: string;
  readonly inviter_id: string;
  readonly landing: string | null;
  readonly expires_at: string | null;
}

async function insertCode(tx: Transaction, { clock }: MemberPorts, columns: CodeColumns): Promise<boolean> {
  const inserted = await tx
    .insertInto('registration_codes')
    .values({
      ...columns,
      kind: 'access',
      state: 'active',
      referrer_ban: 'listed',
      created_at: getCurrentTimestamp(clock),
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst();
  return inserted !== undefined;
}
