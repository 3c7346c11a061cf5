import { CONFIRM_DAYS, HONEYPOT_FIELD } from '#engine/shared/shown-form.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { computeFingerprint, createIdempotencyKey } from '#server/platform/database/idempotency.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { DAY, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { buildRow, claimEntry, type KnownEntry, selectQuery } from './entry-row.ts';
import { type FormDocumentPlace, isClosed } from './is-closed.ts';
import { type MailedEntry, createMailsOfPage } from './mails/write-mails.ts';
import { countPlacesLeft } from './places.ts';
import { type FormEntriesPorts, formLimits } from './ports.ts';
import { type BrokenRule, readAnswers } from './read-answers.ts';
import { confirmWaiting, sendConfirmationMail } from './confirmation.ts';
import { takeActions } from './take-actions.ts';

export interface SubmitFormRequest {
  readonly site: Site;
  /** Id of the form document, such as `forms/press`. */
  readonly form: string;
  /** All posted fields. */
  readonly fields: URLSearchParams;
  readonly locale: Locale;
  /** Page with the form; `null` for API clients. */
  readonly document: (FormDocumentPlace & Pick<ResolvedDocument, 'id'>) | null;
  /** Markup id of the block with the form; `null` when unknown. */
  readonly block: string | null;
  /** Query of the page's address. */
  readonly query: URLSearchParams;
  readonly network: string;
  /** Identifies resubmissions by the same sender; `null`: always a new entry. */
  readonly formKey: string | null;
  /** Visitor that experiments credit. */
  readonly attribution: string | null;
}

export type SubmitFormResult =
  /** `repeated`: the same was sent before; nothing happened. */
  | {
      readonly outcome: 'received';
      readonly repeated: boolean;
      /** The sender confirmed it earlier. */ readonly isConfirmed?: true;
    }
  | { readonly outcome: 'invalid'; readonly errors: readonly BrokenRule[] }
  /** The form has no free places. */
  | { readonly outcome: 'full' }
  /** The form is outside its window. */
  | { readonly outcome: 'closed' }
  | { readonly outcome: 'too-many-requests'; readonly retryAfterSeconds: number }
  /** Unknown form. */
  | { readonly outcome: 'unknown' };

/**
 * Submits a form document: entry, mails and webhook requests are written in one transaction. Content equal to the sender's latest entry gets
 * the same response and has no further effect.
 */
export async function submitForm(ports: FormEntriesPorts, request: SubmitFormRequest): Promise<SubmitFormResult> {
  const { site, fields, network, document, block } = request;
  const form = site.forms.get(request.form);
  // A form that only adds questions to forms of a journey cannot be sent by itself.
  if (form?.sent === undefined) return { outcome: 'unknown' };
  const name = request.form.slice('forms/'.length);
  // Only bots fill it in; the response hides the rejection from them.
  if ((fields.get(HONEYPOT_FIELD) ?? '') !== '') return { outcome: 'received', repeated: true };
  const places = document === null ? site.documents.values() : [document];
  if (isClosed(request.form, places, { block, now: ports.clock.now() })) return { outcome: 'closed' };
  const { answers, errors, email } = readAnswers(form, fields);
  if (errors.length > 0) return { outcome: 'invalid', errors };
  const limited = await ports.limits.count({ action: `form/${name}`, network, limit: chooseLimit(form) });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  const id = createId(ports.random);
  const body = computeFingerprint(answers);
  const entry: MailedEntry = {
    ...createMailsOfPage(ports.site, site, document?.id ?? null),
    name,
    form,
    locale: request.locale,
    answers,
    email,
  };
  const { confirm } = form;
  return withTransaction<SubmitFormResult>(ports.database, async (tx, undo) => {
    const latest = await claimEntry(
      tx,
      ports,
      { key: createIdempotencyKey('form-entry', name, request.formKey ?? id), fingerprint: body },
      { memberId: null, email: email?.canonical ?? null, answer: JSON.stringify(id), lifetimeMs: DAY },
    );
    const known = latest ?? (await findWaiting(tx, ports, name, entry));
    if (known !== null) return repeat(tx, ports, entry, known);
    const left = await countPlacesLeft(tx, ports, name, form, answers);
    if (left === 'none') return undo({ outcome: 'full' });
    if (left === 'too-few')
      return undo({ outcome: 'invalid', errors: [{ field: form.places?.counts ?? '', rule: 'places' }] });
    const row = buildRow(ports, entry, {
      id,
      query: selectQuery(form, request.query),
      attribution: request.attribution,
    });
    if (confirm !== undefined) {
      const end = getCurrentTimestamp(ports.clock, (confirm.days ?? CONFIRM_DAYS) * DAY);
      await tx
        .insertInto('form_entries')
        .values({ ...row, delete_at: end, confirm_until: end })
        .execute();
      const mail = await sendConfirmationMail(tx, ports, entry, id);
      // Without the mail the entry could never be confirmed.
      if (!mail.allowed) return undo({ outcome: 'too-many-requests', retryAfterSeconds: mail.retryAfterSeconds });
      return { outcome: 'received', repeated: false };
    }
    await tx.insertInto('form_entries').values(row).execute();
    await takeActions(tx, ports, form, entry, row);
    return { outcome: 'received', repeated: false };
  });
}

/** A pending entry with the same content, from any browser and time. */
async function findWaiting(
  tx: Transaction,
  { clock }: Pick<FormEntriesPorts, 'clock'>,
  name: string,
  { form, answers, email }: MailedEntry,
): Promise<KnownEntry | null> {
  if (form.confirm === undefined || email === null) return null;
  const waiting = await tx
    .selectFrom('form_entries')
    .select(['id', 'confirm_until', 'confirmed_at'])
    .where('form', '=', name)
    .where('email_canonical', '=', email.canonical)
    .where('content', '=', JSON.stringify(answers))
    .where('confirm_until', '>', getCurrentTimestamp(clock))
    .executeTakeFirst();
  return waiting ?? null;
}

/** Handles a repeated entry. A pending one gets its mail again, or counts immediately when its form stopped requiring confirmation. */
async function repeat(
  tx: Transaction,
  ports: FormEntriesPorts,
  entry: MailedEntry,
  { id, confirm_until: until, confirmed_at: confirmedAt }: KnownEntry,
): Promise<SubmitFormResult> {
  if (until !== null && entry.form.confirm === undefined) {
    await confirmWaiting(tx, ports, entry, id);
    return { outcome: 'received', repeated: false };
  }
  if (until !== null) await sendConfirmationMail(tx, ports, entry, id);
  return { outcome: 'received', repeated: true, ...(confirmedAt !== null && { isConfirmed: true }) };
}

const chooseLimit = ({ limit }: FormDocument) =>
  limit === undefined ? formLimits.perNetwork : { max: limit.max, windowSeconds: limit.minutes * 60 };
