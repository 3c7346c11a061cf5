import { createHash } from 'node:crypto';
import type { GivenAnswers } from '#server/forms/questions.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { HOUR, currentTimestamp } from '#server/platform/database/timestamp.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { seal, unsealed } from '#server/platform/tokens/seal.ts';

/** What the steps of a registration left behind so far, by field; each value was valid when its step was sent. */
export interface StoredDraft {
  readonly values: Readonly<Record<string, unknown>>;
  /** Answers to questions that steps asked beside, by the form of the step; left out where none did. */
  readonly answers?: Readonly<Record<string, readonly GivenAnswers[]>>;
}

/** Beside the values of fields stand answers to questions; no field has this name. */
const QUESTIONS = 'questions';

/** The open draft of a session; `null` when there is none or its time is over. */
export function loadDraft(ports: MemberPorts, session: string): Promise<StoredDraft | null> {
  return draftIn(ports, draftQuery(ports.database.db, ports, session), session);
}

/** The same for a transaction that will change it: anyone who changes it at the same time waits. */
export function lockDraft(ports: MemberPorts, tx: Transaction, session: string): Promise<StoredDraft | null> {
  const query = draftQuery(tx, ports, session);
  return draftIn(ports, ports.database.engine === 'postgres' ? query.forUpdate() : query, session);
}

function draftQuery(db: Transaction | MemberPorts['database']['db'], { clock }: MemberPorts, session: string) {
  return db
    .selectFrom('registration_drafts')
    .select('content')
    .where('session_hash', '=', hashSession(session))
    .where('expires_at', '>', currentTimestamp(clock));
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

/** Under what a draft is stored: nobody can open one with a copy of the database. */
export const hashSession = (session: string): string => createHash('sha256').update(session).digest('hex');

/** Values stand side by side, as the release before steps had names wrote them, so that either can open a draft of the other. */
const sealDraft = (
  { secrets, random }: Pick<MemberPorts, 'secrets' | 'random'>,
  hash: string,
  values: StoredDraft['values'],
): string => seal(secrets.seal, random, `draft/${hash}`, JSON.stringify(values));

/** The stored values, not validated; `null` when their secret is gone, so that their visitor begins again. */
export function openDraft(
  { secrets }: Pick<MemberPorts, 'secrets'>,
  hash: string,
  content: string,
): StoredDraft['values'] | null {
  const opened = unsealed(secrets.seal, `draft/${hash}`, content);
  // The checked edge: only a server with the secret can have sealed it.
  return opened === null ? null : (JSON.parse(opened) as StoredDraft['values']);
}

/** Stores a draft under a session in the place of those before; they are kept for as long as drafts are. */
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
    updated_at: currentTimestamp(ports.clock),
    expires_at: currentTimestamp(ports.clock, ports.settings.draftHours * HOUR),
  };
  await tx
    .insertInto('registration_drafts')
    .values({ session_hash: hash, ...row })
    .onConflict((conflict) => conflict.column('session_hash').doUpdateSet(row))
    .execute();
}
