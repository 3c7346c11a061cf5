import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';

/** Number of webhook requests by status. */
export async function countDeliveries({
  database: { db },
}: Pick<PlatformPorts, 'database'>): Promise<Readonly<Record<string, number>>> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => ['status', fn.countAll<number>().as('requests')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, requests }) => [status, Number(requests)]));
}

/** Failed requests by form name, most first. */
export async function countDeadByForm({ database: { db } }: Pick<PlatformPorts, 'database'>): Promise<
  readonly {
    readonly form: string;
    readonly requests: number;
  }[]
> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('form_entries', 'form_entries.id', 'webhook_deliveries.entry')
    .select(({ fn }) => ['form', fn.countAll<number>().as('requests')])
    .where('status', '=', 'dead')
    .groupBy('form')
    .execute();
  return rows
    .map(({ form, requests }) => ({ form, requests: Number(requests) }))
    .toSorted((one, other) => other.requests - one.requests);
}

/**
 * Requeues failed requests, and those that wait for another try, of one entry or of all entries of a form.
 *
 * @returns ids of the entries, one per request
 */
export async function resendDeliveries(
  { database: { db }, clock, mailWritten }: Pick<PlatformPorts, 'database' | 'clock' | 'mailWritten'>,
  of: { readonly entry: string } | { readonly form: string },
): Promise<readonly string[]> {
  const all = db.selectFrom('form_entries').select('id');
  const entries = 'entry' in of ? all.where('id', '=', of.entry) : all.where('form', '=', of.form);
  const queued = await db
    .updateTable('webhook_deliveries')
    .set({ status: 'queued', attempts: 0, next_attempt_at: getCurrentTimestamp(clock), last_error: null })
    .where('entry', 'in', entries)
    .where(({ eb, or, and }) =>
      or([eb('status', '=', 'dead'), and([eb('status', '=', 'queued'), eb('last_error', 'is not', null)])]),
    )
    .returning('entry')
    .execute();
  mailWritten?.();
  return queued.map(({ entry }) => entry);
}
