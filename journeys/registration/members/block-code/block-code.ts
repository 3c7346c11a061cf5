import { canonicalCode } from '#journeys/registration/members/codes/canonical-code.ts';
import type { CodePorts } from '#journeys/registration/members/ports.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';

export interface BlockCodeRequest {
  /** As typed. */
  readonly code: string;
  /** `code`: this one alone. `inviter`: everything that its inviter handed out, generated links too. */
  readonly what: 'code' | 'inviter';
  readonly state: 'blocked' | 'active';
  /** Who does it, see `AuditEntry`. */
  readonly actor: string;
}

export type BlockCodeAnswer =
  | {
      readonly outcome: 'changed';
      /** Usable codes and links of the same inviter beside this one. */ readonly others: number;
    }
  | { readonly outcome: 'unchanged' | 'unknown' };

/**
 * Blocks a code or its inviter, or opens them again. Anyone who registered stays registered, and places that are taken stay taken.
 * Nobody can register from the commit on; pages greet with the code for two seconds more.
 */
export async function blockCode(ports: CodePorts, request: BlockCodeRequest): Promise<BlockCodeAnswer> {
  const answer = await withTransaction<BlockCodeAnswer>(ports.database, async (tx) => {
    const { what, state, actor } = request;
    const code = await tx
      .selectFrom('registration_codes')
      .select(['code', 'inviter_id'])
      .where('code', '=', canonicalCode(request.code) ?? '')
      .executeTakeFirst();
    if (code === undefined) return { outcome: 'unknown' };
    const isChanged = await (what === 'inviter'
      ? setInviter(tx, code.inviter_id, state)
      : setCode(tx, code.code, state));
    if (!isChanged) return { outcome: 'unchanged' };
    const action = `${what}.${state === 'blocked' ? 'block' : 'unblock'}`;
    // A code may be made of a name, which an erasure must find: the log knows the inviter alone.
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
