import { CONFIRMATION_FIELD } from '#engine/shared/shown-form.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { ConfirmationState } from '#server/forms/answer-form.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp, DAY } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { InternalError } from '#engine/shared/errors.ts';
import { countHit, type LimitResult } from '#server/platform/limits/rate-limit.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { computeSignature, isSigned } from '#server/platform/tokens/signature.ts';
import { buildConfirmationMail, type MailedEntry, createMailsOfPage } from './mails/write-mails.ts';
import { type FormEntriesPorts, formLimits } from './ports.ts';
import type { Answers } from './read-answers.ts';
import { takeActions } from './take-actions.ts';

/** Context of the link signature. */
const CONTEXT = 'form-confirmation';

export interface ConfirmationQuestion {
  /** Id of the form document, such as `forms/press`. */
  readonly form: string;
  /** From the link. */
  readonly token: string;
}

export type ConfirmEntryResult =
  | {
      readonly outcome: 'confirmed';
      /** Whether it was already confirmed; nothing happened. */
      readonly repeated: boolean;
      /** Visitor that experiments credit: the sender of the entry, whatever device confirms it. */
      readonly attribution: string | null;
    }
  | { readonly outcome: 'expired' };

/**
 * Writes the mail with the confirmation link of an entry; pass the transaction that stores the entry. Anyone can enter the address of
 * another person, so these mails are rate limited; an immediate resend of the form sends no second one.
 *
 * @returns whether the mail was written, and when it may be sent again
 */
export async function sendConfirmationMail(
  tx: Transaction,
  ports: FormEntriesPorts,
  entry: MailedEntry,
  id: string,
): Promise<LimitResult> {
  const { confirm } = entry.form;
  const address = entry.answers[confirm?.field ?? ''];
  const email = typeof address === 'string' ? readEmail(address) : null;
  if (confirm === undefined || email === null)
    throw new InternalError(`An entry of "${entry.name}" has no address that could be confirmed.`);
  const limits = [
    { action: 'form-confirmation/entry', subject: id, limit: formLimits.confirmationsPerEntry },
    { action: 'form-mail/address', subject: email.canonical, limit: formLimits.mailsPerAddress },
  ];
  // Sequential: a mail rejected by the first limit must not count against the second.
  for (const limit of limits) {
    const answer = await countHit(tx, ports.clock, [limit]);
    if (!answer.allowed) return answer;
  }
  const query = { [CONFIRMATION_FIELD]: signEntry(ports, id) };
  const url = ports.site.url(entry.locale, `/do/forms/${entry.name}`, query);
  await enqueueMail(tx, ports, {
    template: 'form-confirmation',
    locale: entry.locale,
    to: email.typed,
    rendered: buildConfirmationMail(entry, confirm.mail, url),
  });
  return { allowed: true };
}

/** State of a confirmation link. Reading it changes nothing, because mail scanners open every link. */
export async function readConfirmation(
  ports: FormEntriesPorts,
  { form, token }: ConfirmationQuestion,
): Promise<ConfirmationState> {
  const id = readEntryId(ports, token);
  if (id === null) return { state: 'expired' };
  const row = await ports.database.db
    .selectFrom('form_entries')
    .select(['document', 'confirm_until', 'confirmed_at'])
    .where('id', '=', id)
    .where('form', '=', form.slice('forms/'.length))
    .executeTakeFirst();
  if (row === undefined) return { state: 'expired' };
  const { document, confirm_until: until, confirmed_at: confirmedAt } = row;
  if (confirmedAt !== null) return { state: 'confirmed', document };
  return isOver(until, ports) ? { state: 'expired' } : { state: 'waiting', document };
}

/** Confirms an entry; the actions of its form document run in the same transaction, once. */
export async function confirmEntry(
  ports: FormEntriesPorts,
  { site, form: formId, token }: ConfirmationQuestion & { readonly site: Site },
): Promise<ConfirmEntryResult> {
  const id = readEntryId(ports, token);
  const form = site.forms.get(formId);
  const name = formId.slice('forms/'.length);
  if (id === null || form === undefined) return { outcome: 'expired' };
  return withTransaction<ConfirmEntryResult>(ports.database, async (tx) => {
    const row = await tx
      .selectFrom('form_entries')
      .selectAll()
      .where((stored) => stored.and({ id, form: name }))
      .executeTakeFirst();
    if (row === undefined) return { outcome: 'expired' };
    // Checked edges: written by `submitForm`.
    const answers = JSON.parse(row.content) as Answers;
    const locale = row.locale as Locale;
    const entry: MailedEntry = {
      ...createMailsOfPage(ports.site, site, row.document),
      name,
      form,
      locale,
      answers,
      email: row.email_canonical === null ? null : findEmail(answers, row.email_canonical),
    };
    const { attribution } = row;
    if (await confirmWaiting(tx, ports, entry, id)) return { outcome: 'confirmed', repeated: false, attribution };
    // Concurrent requests: the other one may have confirmed it meanwhile.
    const now = await tx.selectFrom('form_entries').select('confirmed_at').where('id', '=', id).executeTakeFirst();
    const isConfirmed = typeof now?.confirmed_at === 'string';
    return isConfirmed ? { outcome: 'confirmed', repeated: true, attribution } : { outcome: 'expired' };
  });
}

/** Confirms a pending entry, once: its retention begins, and the actions of its form document run. @returns whether it was pending */
export async function confirmWaiting(
  tx: Transaction,
  ports: FormEntriesPorts,
  entry: MailedEntry,
  id: string,
): Promise<boolean> {
  const { form } = entry;
  const now = getCurrentTimestamp(ports.clock);
  const row = await tx
    .updateTable('form_entries')
    .set({
      confirm_until: null,
      confirmed_at: now,
      delete_at: getCurrentTimestamp(ports.clock, form.retention.days * DAY),
    })
    .where('id', '=', id)
    .where('confirm_until', '>', now)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) await takeActions(tx, ports, form, entry, row);
  return row !== undefined;
}

/** The email address as entered. */
function findEmail(answers: Answers, canonical: string) {
  const emails = Object.values(answers).flatMap(
    (answer) => (typeof answer === 'string' ? readEmail(answer) : null) ?? [],
  );
  return emails.find((email) => email.canonical === canonical) ?? null;
}

const isOver = (until: string | null, { clock }: FormEntriesPorts): boolean =>
  until !== null && Date.parse(until) <= clock.now();

const signEntry = ({ secrets }: FormEntriesPorts, id: string): string =>
  `${id}.${computeSignature(secrets.link[0], CONTEXT, id)}`;

/** `null` for tokens without a valid signature. */
function readEntryId({ secrets }: FormEntriesPorts, token: string): string | null {
  const [id = '', signature = '', ...more] = token.trim().split('.');
  return more.length === 0 && isSigned(secrets.link, CONTEXT, id, signature) ? id : null;
}
