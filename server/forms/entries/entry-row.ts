import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { chooseVersion } from '#engine/shared/policy-version.ts';
import type { Site } from '#engine/documents/types.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import {
  claimKey,
  type ClaimedRow,
  type IdempotentRequest,
  takeOverKey,
} from '#server/platform/database/idempotency.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { DAY, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { MailedEntry } from './mails/write-mails.ts';
import type { FormEntriesPorts } from './ports.ts';
import type { Answers } from './read-answers.ts';
import type { FormEntriesTable } from './tables.ts';

/** The row of an entry that needs no confirmation. */
export function buildRow(
  { clock }: Pick<FormEntriesPorts, 'clock'>,
  { site, name, form, answers, email, document, locale }: MailedEntry,
  { id, query, attribution }: { readonly id: string; readonly query: object; readonly attribution: string | null },
): FormEntriesTable {
  return {
    id,
    form: name,
    version: sha256(toCanonicalJson(form)).slice(0, 16),
    document,
    locale,
    email_canonical: email?.canonical ?? null,
    content: JSON.stringify(answers),
    search_text: searchText(answers),
    consents: JSON.stringify(collectConsents(site, form, answers)),
    query: JSON.stringify(query),
    attribution,
    sent_at: getCurrentTimestamp(clock),
    delete_at: getCurrentTimestamp(clock, form.retention.days * DAY),
    confirm_until: null,
    confirmed_at: null,
  };
}

/** Columns that decide whether a repeated entry is new. */
export type KnownEntry = Pick<FormEntriesTable, 'id' | 'confirm_until' | 'confirmed_at'>;

/**
 * The sender's latest entry, if it has the same content; `null` for a new entry. Deleted entries and those before them do not count: agree,
 * disagree and agree again is an agreement.
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

/** Version of each accepted policy. */
function collectConsents(
  { config, revision }: Site,
  { fields }: FormDocument,
  answers: Answers,
): Record<string, object> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (field.type !== 'consent' || answers[field.name] !== true) return [];
      const { policy } = field;
      const version = config.policies === undefined ? revision : chooseVersion(config.policies[policy], '');
      return [[field.name, { policy, version }]];
    }),
  );
}

/** Maximum characters of a stored query parameter. */
const MAX_QUERY_VALUE = 200;

/** Query parameters of the page that a form document stores. */
export function selectQuery({ query: names = [] }: FormDocument, query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name);
      return value === null || value === '' ? [] : [[name, value.slice(0, MAX_QUERY_VALUE)]];
    }),
  );
}
