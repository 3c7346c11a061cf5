import { canonicalJson } from '#engine/shared/canonical-json.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { versionFor } from '#engine/shared/policy-version.ts';
import type { Site } from '#engine/documents/types.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import {
  claimKey,
  type ClaimedRow,
  type IdempotentRequest,
  takeOverKey,
} from '#server/platform/database/idempotency.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { DAY, currentTimestamp } from '#server/platform/database/timestamp.ts';
import type { MailedEntry } from './mails/write-mails.ts';
import type { FormEntriesPorts } from './ports.ts';
import type { Answers } from './read-answers.ts';
import type { FormEntriesTable } from './tables.ts';

/** The row of an entry that counts at once. */
export function buildRow(
  { clock }: Pick<FormEntriesPorts, 'clock'>,
  { site, name, form, answers, email, document, locale }: MailedEntry,
  { id, query, attribution }: { readonly id: string; readonly query: object; readonly attribution: string | null },
): FormEntriesTable {
  return {
    id,
    form: name,
    version: sha256(canonicalJson(form)).slice(0, 16),
    document,
    locale,
    email_canonical: email?.canonical ?? null,
    content: JSON.stringify(answers),
    search_text: searchText(answers),
    consents: JSON.stringify(collectConsents(site, form, answers)),
    query: JSON.stringify(query),
    attribution,
    sent_at: currentTimestamp(clock),
    delete_at: currentTimestamp(clock, form.retention.days * DAY),
    confirm_until: null,
    confirmed_at: null,
  };
}

/** By which an entry that is sent again counts or not. */
export type KnownEntry = Pick<FormEntriesTable, 'id' | 'confirm_until' | 'confirmed_at'>;

/**
 * The sender's latest entry if it says the same; `null`: the entry is a new one. One that was deleted counts no more; neither does one before
 * it, so that anyone who agrees, disagrees and agrees again has agreed.
 */
export async function claimEntry(
  tx: Transaction,
  { clock }: Pick<FormEntriesPorts, 'clock'>,
  request: IdempotentRequest,
  row: ClaimedRow,
): Promise<KnownEntry | null> {
  for (;;) {
    const claim = await claimKey(tx, clock, request, row);
    if (claim.state === 'new') return null;
    if (claim.state === 'repeated') {
      const entries = tx.selectFrom('form_entries').select(['id', 'confirm_until', 'confirmed_at']);
      const latest = await entries.where('id', '=', JSON.parse(claim.answer)).executeTakeFirst();
      if (latest !== undefined) return latest;
    }
    if (await takeOverKey(tx, clock, request, row, claim.answer)) return null;
  }
}

const searchText = (answers: Answers): string =>
  Object.values(answers)
    .filter((answer) => answer !== true)
    .flat()
    .join('\n')
    .toLowerCase();

/** Version of each policy that was agreed to. */
function collectConsents(
  { config, revision }: Site,
  { fields }: FormDocument,
  answers: Answers,
): Record<string, object> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (field.type !== 'consent' || answers[field.name] !== true) return [];
      const { policy } = field;
      const version = config.policies === undefined ? revision : versionFor(config.policies[policy], '');
      return [[field.name, { policy, version }]];
    }),
  );
}

/** Characters of a query parameter that are stored. */
const MAX_QUERY_VALUE = 200;

/** Parameters of a page's address that a form document stores. */
export function selectQuery({ query: names = [] }: FormDocument, query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name);
      return value === null || value === '' ? [] : [[name, value.slice(0, MAX_QUERY_VALUE)]];
    }),
  );
}
