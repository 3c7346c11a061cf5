import { claimKey, computeFingerprint, createIdempotencyKey } from '#server/platform/database/idempotency.ts';
import { HOUR } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';

export interface SentOnce {
  /** Account of the sender. */
  readonly owner: string;
  readonly action: string;
  /** Idempotency key of the form, new on each rendering. */
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Runs a form once, however often it is sent. Repeated requests are redirected to the stored address, or to the page while the first is still
 * running. A refused form may be corrected and sent again.
 *
 * @param work returns the redirect address; `null` when nothing was done
 * @returns the redirect address; `null` when nothing was done
 */
export async function runOnce<Answer>(
  { database: { db }, clock }: Pick<PlatformPorts, 'database' | 'clock'>,
  { owner, action, key, values }: SentOnce,
  work: () => Promise<Answer>,
  addressOf: (answer: Answer) => string | null,
): Promise<{ readonly answer: Answer } | { readonly repeated: string }> {
  const request = { key: createIdempotencyKey('admin', owner, action, key), fingerprint: computeFingerprint(values) };
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
