import { CONFIRMATION_FIELD } from '#engine/shared/shown-form.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { ConfirmationState } from '#server/forms/answer-form.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { currentTimestamp, DAY } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { computeSignature, isSigned } from '#server/platform/tokens/signature.ts';
import { confirmationMail, type MailedEntry } from './mails/write-mails.ts';
import { type FormEntriesPorts, formLimits } from './ports.ts';
import type { Answers } from './read-answers.ts';
import { takeActions } from './take-actions.ts';

/** What links to confirm entries are signed as. */
const CONTEXT = 'form-confirmation';

export interface ConfirmationQuestion {
  /** Id of the form document, such as `forms/press`. */
  readonly form: string;
  /** Of the link. */
  readonly token: string;
}

export type ConfirmEntryAnswer =
  | {
      readonly outcome: 'confirmed';
      /** It was confirmed before, and nothing happened. */
      readonly repeated: boolean;
      /** What experiments credit: the one who sent the entry, on whichever device it is confirmed. */
      readonly attribution: string | null;
    }
  | { readonly outcome: 'expired' };

/**
 * Writes the mail with the link by which an entry is confirmed; give the transaction that stores the entry. Anyone can enter the address of
 * another person, so that mails to it are limited; a form that is sent again at once is not answered with a second one.
 */
export async function sendConfirmationMail(
  tx: Transaction,
  ports: FormEntriesPorts,
  entry: MailedEntry,
  id: string,
): Promise<void> {
  const { confirm } = entry.form;
  const address = entry.answers[confirm?.field ?? ''];
  const email = typeof address === 'string' ? readEmail(address) : null;
  if (confirm === undefined || email === null) return;
  const limits = [
    { action: 'form-confirmation/entry', subject: id, limit: formLimits.confirmationsPerEntry },
    { action: 'form-mail/address', subject: email.canonical, limit: formLimits.mailsPerAddress },
  ];
  // One after the other: what the first one refuses must not use up the second one.
  for (const limit of limits) if (!(await countHit(tx, ports.clock, [limit])).allowed) return;
  const query = { [CONFIRMATION_FIELD]: signEntry(ports, id) };
  const url = ports.site.url(entry.locale, `/do/forms/${entry.name}`, query);
  await enqueueMail(tx, ports, {
    template: 'form-confirmation',
    locale: entry.locale,
    to: email.typed,
    rendered: confirmationMail(entry, confirm.mail, url),
  });
}

/** What a link to confirm an entry leads to. Opening it changes nothing: programs that check mails open every link. */
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

/** Confirms an entry: what its form document asks for happens in the same transaction, once. */
export async function confirmEntry(
  ports: FormEntriesPorts,
  { site, form: formId, token }: ConfirmationQuestion & { readonly site: Site },
): Promise<ConfirmEntryAnswer> {
  const id = readEntryId(ports, token);
  const form = site.forms.get(formId);
  const name = formId.slice('forms/'.length);
  if (id === null || form === undefined) return { outcome: 'expired' };
  return withTransaction<ConfirmEntryAnswer>(ports.database, async (tx) => {
    const now = currentTimestamp(ports.clock);
    const own = { id, form: name };
    const confirmed = await tx
      .updateTable('form_entries')
      .set({ confirm_until: null, confirmed_at: now })
      .where((entry) => entry.and(own))
      .where('confirm_until', '>', now)
      .executeTakeFirstOrThrow();
    const row = await tx
      .selectFrom('form_entries')
      .selectAll()
      .where((entry) => entry.and(own))
      .executeTakeFirst();
    if (row === undefined || row.confirmed_at === null) return { outcome: 'expired' };
    const { attribution } = row;
    if (confirmed.numUpdatedRows === 0n) return { outcome: 'confirmed', repeated: true, attribution };
    const deleteAt = new Date(Date.parse(row.sent_at) + form.retention.days * DAY).toISOString();
    await tx.updateTable('form_entries').set({ delete_at: deleteAt }).where('id', '=', id).execute();
    // The checked edges: `submitForm` wrote them.
    const answers = JSON.parse(row.content) as Answers;
    const locale = row.locale as Locale;
    const entry: MailedEntry = {
      site,
      branding: (language) => ports.site.branding(language),
      name,
      form,
      locale,
      answers,
      email: row.email_canonical === null ? null : findEmail(answers, row.email_canonical),
      document: row.document,
    };
    await takeActions(tx, ports, form, entry, { ...row, delete_at: deleteAt });
    return { outcome: 'confirmed', repeated: false, attribution };
  });
}

/** The address as it was typed. */
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

/** `null` for anything that was not signed here. */
function readEntryId({ secrets }: FormEntriesPorts, token: string): string | null {
  const [id = '', signature = '', ...more] = token.trim().split('.');
  return more.length === 0 && isSigned(secrets.link, CONTEXT, id, signature) ? id : null;
}
