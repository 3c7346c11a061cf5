import { claimKey, fingerprint, idempotencyKey } from '#server/platform/database/idempotency.ts';
import { HOUR } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';

export interface SentOnce {
  /** Who sent it. */
  readonly owner: string;
  readonly action: string;
  /** Of the form, made anew whenever it is shown. */
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Does something once for a form, however often it is sent. Who sends it again is led where the first was: to the stored address, or to the
 * page itself while the first is still at work. A form that was refused may be fixed and sent again.
 *
 * @param work Answers with the address to go on at; `null` when nothing was done.
 * @returns The address, or `null` when nothing was done.
 */
export async function runOnce<Answer>(
  { database: { db }, clock }: Pick<PlatformPorts, 'database' | 'clock'>,
  { owner, action, key, values }: SentOnce,
  work: () => Promise<Answer>,
  addressOf: (answer: Answer) => string | null,
): Promise<{ readonly answer: Answer } | { readonly repeated: string }> {
  const request = { key: idempotencyKey('admin', owner, action, key), fingerprint: fingerprint(values) };
  const claim = await claimKey(db, clock, request, { memberId: null, answer: '', lifetimeMs: 24 * HOUR });
  if (claim.state === 'repeated') return { repeated: claim.answer };
  if (claim.state === 'other-body') return { repeated: '' };
  const release = () => db.deleteFrom('idempotency_keys').where('key', '=', request.key).execute();
  try {
    const answer = await work();
    const address = addressOf(answer);
    if (address === null) await release();
    else await db.updateTable('idempotency_keys').set({ answer: address }).where('key', '=', request.key).execute();
    return { answer };
  } catch (error) {
    await release();
    throw error;
  }
}
