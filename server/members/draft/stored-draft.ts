import { createHash } from 'node:crypto';
import type { RegistrationStep1Form } from '#schemas/generated/forms.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { timestampOf } from '#server/platform/database/timestamp.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import { seal, unsealed } from '#server/platform/tokens/seal.ts';

/** What the first step left behind; opens the second one. */
export interface Draft {
  readonly step: 'leanStep2';
  readonly values: RegistrationStep1Form;
}

/** The open draft of a session; `null` when there is none or its time is over. */
export async function loadDraft(ports: MemberPorts, session: string): Promise<Draft | null> {
  const hash = hashSession(session);
  const row = await ports.database.db
    .selectFrom('registration_drafts')
    .select('content')
    .where('session_hash', '=', hash)
    .where('expires_at', '>', timestampOf(ports.clock))
    .executeTakeFirst();
  if (!row) return null;
  const checked = validateForm('registration-step-1', openDraft(ports, hash, row.content));
  return checked.ok ? { step: 'leanStep2', values: checked.value } : null;
}

/** Under what a draft is stored: nobody can open one with a copy of the database. */
export const hashSession = (session: string): string => createHash('sha256').update(session).digest('hex');

export const sealDraft = (
  { secrets, random }: Pick<MemberPorts, 'secrets' | 'random'>,
  hash: string,
  values: RegistrationStep1Form,
): string => seal(secrets.seal, random, `draft/${hash}`, JSON.stringify(values));

/** The stored values, not validated; `null` when their secret is gone, so that their visitor begins again. */
export const openDraft = ({ secrets }: Pick<MemberPorts, 'secrets'>, hash: string, content: string): unknown =>
  JSON.parse(unsealed(secrets.seal, `draft/${hash}`, content) ?? 'null');
