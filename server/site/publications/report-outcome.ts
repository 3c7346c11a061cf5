import type { Transaction } from '#server/platform/database/open-database.ts';
import type { DraftEvent, NotifyAboutDraft } from './ports.ts';

type Outcome<Event> = Event extends { readonly to: string } ? Omit<Event, 'draft' | 'to'> : never;

/** Reports to the person who submitted a draft what became of it. */
export async function reportOutcome(
  notify: NotifyAboutDraft | undefined,
  tx: Transaction,
  draft: string,
  outcome: Outcome<DraftEvent>,
): Promise<void> {
  if (notify === undefined) return;
  const row = await tx
    .selectFrom('drafts')
    .innerJoin('draft_submissions', 'draft_submissions.draft', 'drafts.id')
    .select(['drafts.name', 'submitted_by'])
    .where('drafts.id', '=', draft)
    .executeTakeFirst();
  if (row !== undefined) await notify(tx, { ...outcome, draft: { id: draft, name: row.name }, to: row.submitted_by });
}
