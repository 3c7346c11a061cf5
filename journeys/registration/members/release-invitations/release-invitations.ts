import type { Selectable } from 'kysely';
import { claimKey, computeFingerprint, createIdempotencyKey } from '#server/platform/database/idempotency.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import type { WaitingListTable } from '#journeys/registration/members/tables.ts';
import { DAY, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { memberTopics } from '#journeys/registration/members/topics.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { invite } from '#journeys/registration/members/invitation/invite.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';

export interface ReleaseRequest {
  /** 1 to 1000. */
  readonly count: number;
  /** Reviewed entries to invite. If one of them is not waiting, none is invited. */
  readonly only?: readonly string[];
  /** Actor: id of a staff user or API client. */
  readonly actor: string;
  /** From the form, so that a double submission releases once. */
  readonly idempotencyKey: string;
}

export type ReleaseResult =
  | { readonly outcome: 'released'; readonly released: number; /** Still waiting. */ readonly waiting: number }
  | { readonly outcome: 'invalid-count' | 'key-reused' | 'not-possible' };

const MAX = 1_000;

/** Invites the people who have waited longest (B10); each gets a mail with a code for one registration. */
export async function releaseInvitations(ports: MemberPorts, request: ReleaseRequest): Promise<ReleaseResult> {
  const { count, actor, only } = request;
  if (!Number.isInteger(count) || count < 1 || count > MAX) return { outcome: 'invalid-count' };
  const answer = await withTransaction<ReleaseResult>(ports.database, async (tx, undo) => {
    const key = createIdempotencyKey('release', actor, request.idempotencyKey);
    const claim = await claimKey(
      tx,
      ports.clock,
      { key, fingerprint: computeFingerprint({ count, only }) },
      { memberId: null, answer: '', lifetimeMs: DAY },
    );
    if (claim.state === 'other-body') return undo({ outcome: 'key-reused' });
    if (claim.state === 'repeated') {
      const { released, waiting }: { released: number; waiting: number } = JSON.parse(claim.answer);
      return undo({ outcome: 'released', released, waiting });
    }
    if (ports.site.nextState('waitingList', 'joined', 'release') === null) return undo({ outcome: 'not-possible' });
    const first = await (only === undefined ? listLongestWaiting(tx, ports, count) : stillWaiting(tx, ports, only));
    if (only !== undefined && first.length !== only.length)
      return undo({ outcome: 'released', released: 0, waiting: await countWaiting(tx) });
    for (const entry of first) await inviteWaiting(tx, ports, entry);
    const numbers = { released: first.length, waiting: await countWaiting(tx) };
    const { released, waiting } = numbers;
    await ports.audit(tx, {
      actor,
      action: 'waiting-list.release',
      before: { waiting: waiting + released },
      after: { waiting },
      details: { asked: count, released },
    });
    await tx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(numbers) })
      .where('key', '=', key)
      .execute();
    return { outcome: 'released', ...numbers };
  });
  if (answer.outcome === 'released') ports.pubSub.publishDebounced(memberTopics.waitingList);
  return answer;
}

/** Number of people waiting. */
export async function countWaiting(db: Transaction | MemberPorts['database']['db']): Promise<number> {
  const { waiting } = await db
    .selectFrom('waiting_list')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('state', '=', 'joined')
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

function listLongestWaiting(tx: Transaction, ports: MemberPorts, count: number) {
  const query = tx
    .selectFrom('waiting_list')
    .selectAll()
    .where('state', '=', 'joined')
    .orderBy('joined_at')
    .orderBy('id')
    .limit(count);
  return (ports.database.engine === 'postgres' ? query.forUpdate().skipLocked() : query).execute();
}

/** The waiting ones of these entries; waits for concurrent releases of them. */
function stillWaiting(tx: Transaction, ports: MemberPorts, ids: readonly string[]) {
  const query = tx
    .selectFrom('waiting_list')
    .selectAll()
    .where('id', 'in', ids)
    .where('state', '=', 'joined')
    .orderBy('joined_at')
    .orderBy('id');
  return (ports.database.engine === 'postgres' ? query.forUpdate() : query).execute();
}

async function inviteWaiting(tx: Transaction, ports: MemberPorts, entry: Selectable<WaitingListTable>): Promise<void> {
  const code = await invite(tx, ports, entry);
  await tx
    .updateTable('waiting_list')
    .set({ state: 'invited', invited_at: getCurrentTimestamp(ports.clock), invitation_code: code })
    .where('id', '=', entry.id)
    .execute();
}
