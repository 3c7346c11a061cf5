import { createHash } from 'node:crypto';
import type { GivenAnswers } from '#server/forms/questions.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { HOUR, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { seal, tryToUnseal } from '#server/platform/tokens/seal.ts';

/** Values of the completed steps of a registration, by field; each was validated when its step was sent. */
export interface StoredDraft {
  readonly values: Readonly<Record<string, unknown>>;
  /** Answers to additional questions, by the form of the step; unset without any. */
  readonly answers?: Readonly<Record<string, readonly GivenAnswers[]>>;
}

/** Key of the answers next to the fields' values; no field has this name. */
const QUESTIONS = 'questions';

/** The open draft of a session; `null` without one, or if it has expired. */
export function loadDraft(ports: MemberPorts, session: string): Promise<StoredDraft | null> {
  return draftIn(ports, draftQuery(ports.database.db, ports, session), session);
}

/** As `loadDraft`, with a row lock for a transaction that will change the draft. */
export function lockDraft(ports: MemberPorts, tx: Transaction, session: string): Promise<StoredDraft | null> {
  const query = draftQuery(tx, ports, session);
  return draftIn(ports, ports.database.engine === 'postgres' ? query.forUpdate() : query, session);
}

function draftQuery(db: Transaction | MemberPorts['database']['db'], { clock }: MemberPorts, session: string) {
  return db
    .selectFrom('registration_drafts')
    .select('content')
    .where('session_hash', '=', hashSession(session))
    .where('expires_at', '>', getCurrentTimestamp(clock));
}

async function draftIn(
  ports: MemberPorts,
  query: ReturnType<typeof draftQuery>,
  session: string,
): Promise<StoredDraft | null> {
  const row = await query.executeTakeFirst();
  const opened = row && openDraft(ports, hashSession(session), row.content);
  if (opened === undefined || opened === null) return null;
  const { [QUESTIONS]: answers, ...values } = opened;
  // The checked edge: `storeDraft` wrote them.
  return answers === undefined ? { values } : { values, answers: answers as NonNullable<StoredDraft['answers']> };
}

/** Key under which a draft is stored, so that a copy of the database does not reveal sessions that open drafts. */
export const hashSession = (session: string): string => createHash('sha256').update(session).digest('hex');

/** Values are at the top level, as in the release before named steps; both releases can open each other's drafts. */
const sealDraft = (
  { secrets, random }: Pick<MemberPorts, 'secrets' | 'random'>,
  hash: string,
  values: StoredDraft['values'],
): string => seal(secrets.seal, random, `draft/${hash}`, JSON.stringify(values));

/** The stored values, not validated; `null` if their secret is gone, so that the visitor starts again. */
export function openDraft(
  { secrets }: Pick<MemberPorts, 'secrets'>,
  hash: string,
  content: string,
): StoredDraft['values'] | null {
  const opened = tryToUnseal(secrets.seal, `draft/${hash}`, content);
  // The checked edge: only a server with the secret can have sealed it.
  return opened === null ? null : (JSON.parse(opened) as StoredDraft['values']);
}

/** Replaces the drafts of a session. Drafts expire after the configured time. */
export async function storeDraft(
  ports: MemberPorts,
  tx: Transaction,
  session: string,
  { values, answers = {} }: StoredDraft,
): Promise<void> {
  const { email } = values;
  const asked = Object.entries(answers).filter(([, given]) => given.length > 0);
  const all = asked.length === 0 ? values : { ...values, [QUESTIONS]: Object.fromEntries(asked) };
  const hash = hashSession(session);
  const row = {
    email_canonical: typeof email === 'string' ? (readEmail(email)?.canonical ?? null) : null,
    content: sealDraft(ports, hash, all),
    updated_at: getCurrentTimestamp(ports.clock),
    expires_at: getCurrentTimestamp(ports.clock, ports.settings.draftHours * HOUR),
  };
  await tx
    .insertInto('registration_drafts')
    .values({ session_hash: hash, ...row })
    .onConflict((conflict) => conflict.column('session_hash').doUpdateSet(row))
    .execute();
}
