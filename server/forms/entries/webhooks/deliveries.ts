import type { Db } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { seal, unseal } from '#server/platform/tokens/seal.ts';
import type { FormEntriesTable } from '../tables.ts';

export interface NewDelivery {
  readonly webhook: string;
  /** Id of the form entry. */
  readonly entry: string;
  /** JSON. */
  readonly body: string;
}

/** Enqueues a webhook request; pass the transaction of its entry as `db`, so that both exist or neither. */
export async function enqueueDelivery(
  db: Db,
  ports: Pick<PlatformPorts, 'clock' | 'random' | 'secrets' | 'mailWritten'>,
  { webhook, entry, body }: NewDelivery,
): Promise<void> {
  const id = createId(ports.random);
  const now = getCurrentTimestamp(ports.clock);
  ports.mailWritten?.();
  await db
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook,
      entry,
      body: seal(ports.secrets.seal, ports.random, `webhook/${id}`, body),
      status: 'queued',
      attempts: 0,
      next_attempt_at: now,
      lease_until: null,
      last_error: null,
      created_at: now,
      sent_at: null,
    })
    .execute();
}

export const openBody = ({ secrets }: Pick<PlatformPorts, 'secrets'>, id: string, body: string): string =>
  unseal(secrets.seal, `webhook/${id}`, body);

/** Body of the request, as documented in `docs/forms.md`. */
export function writeWebhookBody(row: FormEntriesTable): string {
  const { id, form, version, document, locale, sent_at: sentAt, confirmed_at: confirmedAt } = row;
  const [answers, consents, query]: unknown[] = [row.content, row.consents, row.query].map((text) => JSON.parse(text));
  const about = { type: 'form.entry', id, form, version, document, locale, sentAt };
  return JSON.stringify({ ...about, confirmedAt: confirmedAt ?? undefined, answers, consents, query });
}
