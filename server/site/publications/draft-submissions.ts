import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { topics } from '#server/platform/events/pub-sub.ts';
import { holdDraft, readAuthors, readDraftSize, listSummaries } from './drafts.ts';
import { reportOutcome } from './report-outcome.ts';
import type { PublicationPorts } from './ports.ts';
import type { Publications } from './publications.ts';

/** Drafts that are submitted for approval, and declined. */
export function createDraftSubmissions(
  { database, clock, audit, pubSub, notify }: PublicationPorts,
  check: Publications['check'],
): Pick<Publications, 'submitDraft' | 'declineDraft'> {
  const { db, engine } = database;
  return {
    async submitDraft({ draft, note, actor }) {
      const { files } = await readDraftSize(db, draft);
      const { errors } = files === 0 ? { errors: [] } : await check(draft);
      if (errors.length > 0) return { code: 'REFUSED', findings: errors };
      const outcome = await withTransaction<{ readonly code: 'SUBMITTED' | 'EMPTY' | 'NO_DRAFT' }>(
        database,
        async (tx) => {
          if (!(await holdDraft(engine, tx, draft))) return { code: 'NO_DRAFT' };
          if ((await readDraftSize(tx, draft)).files === 0) return { code: 'EMPTY' };
          // One that waits for approval is known to publishers.
          const [submitted] = await listSummaries(tx, { id: draft });
          const row = {
            note,
            submitted_by: actor,
            submitted_at: getCurrentTimestamp(clock),
            declined_by: null,
            declined_at: null,
            reason: null,
          };
          await tx
            .insertInto('draft_submissions')
            .values({ draft, ...row })
            .onConflict((known) => known.column('draft').doUpdateSet(row))
            .execute();
          await audit(tx, { actor, action: 'draft.submit', subject: draft, details: { note } });
          if (submitted !== undefined && submitted.submission?.declined !== null)
            await notify?.(tx, {
              kind: 'submitted',
              draft: submitted,
              by: actor,
              note,
              authors: await readAuthors(tx, draft),
            });
          return { code: 'SUBMITTED' };
        },
      );
      if (outcome.code === 'SUBMITTED') await pubSub.publish(topics.publications);
      return outcome;
    },

    async declineDraft({ draft, reason, actor }) {
      const isDeclined = await withTransaction(database, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('draft_submissions')
          .set({ declined_by: actor, declined_at: getCurrentTimestamp(clock), reason })
          .where('draft', '=', draft)
          .where('declined_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await audit(tx, { actor, action: 'draft.decline', subject: draft, details: { reason } });
        await reportOutcome(notify, tx, draft, { kind: 'declined', by: actor, reason });
        return true;
      });
      if (isDeclined) await pubSub.publish(topics.publications);
      return { code: isDeclined ? 'DECLINED' : 'NOT_SUBMITTED' };
    },
  };
}
