import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import type { CodePorts } from '#journeys/registration/members/ports.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';

export interface BlockCodeRequest {
  /** As entered. */
  readonly code: string;
  /** `code`: only this code. `inviter`: all codes and links of its inviter. */
  readonly what: 'code' | 'inviter';
  readonly state: 'blocked' | 'active';
  /** Actor, see `AuditEntry`. */
  readonly actor: string;
}

export type BlockCodeResult =
  | {
      readonly outcome: 'changed';
      /** Other usable codes and links of the same inviter. */ readonly others: number;
    }
  | { readonly outcome: 'unchanged' | 'unknown' };

/**
 * Blocks or unblocks a code or its inviter. Existing registrations and places are unaffected. Effective for registrations with the commit;
 * pages may greet with the code for two more seconds.
 */
export async function blockCode(ports: CodePorts, request: BlockCodeRequest): Promise<BlockCodeResult> {
  const answer = await withTransaction<BlockCodeResult>(ports.database, async (tx) => {
    const { what, state, actor } = request;
    const code = await tx
      .selectFrom('registration_codes')
      .select(['code', 'inviter_id'])
      .where('code', '=', toCanonicalCode(request.code) ?? '')
      .executeTakeFirst();
    if (code === undefined) return { outcome: 'unknown' };
    const isChanged = await (what === 'inviter'
      ? setInviter(tx, code.inviter_id, state)
      : setCode(tx, code.code, state));
    if (!isChanged) return { outcome: 'unchanged' };
    const action = `${what}.${state === 'blocked' ? 'block' : 'unblock'}`;
    // A code may contain a name, which an erasure must find: the audit log stores the inviter's id instead.
    const before = { state: state === 'blocked' ? 'active' : 'blocked' };
    await ports.audit(tx, { actor, action, person: code.inviter_id, before, after: { state } });
    const { others } = await tx
      .selectFrom('registration_codes')
      .select(({ fn }) => fn.countAll<number>().as('others'))
      .where('inviter_id', '=', code.inviter_id)
      .where('code', '!=', code.code)
      .where('state', '=', 'active')
      .executeTakeFirstOrThrow();
    return { outcome: 'changed', others: Number(others) };
  });
  if (answer.outcome === 'changed') await ports.codes.changed();
  return answer;
}

async function setInviter(tx: Transaction, id: string, state: BlockCodeRequest['state']): Promise<boolean> {
  const inviters = tx.updateTable('inviters').set({ state }).where('id', '=', id);
  const changed = await inviters.where('state', '!=', state).returning('id').executeTakeFirst();
  return changed !== undefined;
}

async function setCode(tx: Transaction, code: string, state: BlockCodeRequest['state']): Promise<boolean> {
  const codes = tx.updateTable('registration_codes').set({ state }).where('code', '=', code);
  const changed = await codes.where('state', '!=', state).returning('code').executeTakeFirst();
  return changed !== undefined;
}
