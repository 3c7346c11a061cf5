import type { CheckCodeAnswer, CheckCodeRequest, CodeError } from '#journeys/registration/server/outcomes.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { timestampOf } from '#server/platform/database/timestamp.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import { canonicalCode } from '#server/members/codes/canonical-code.ts';
import { checkLinkTimestamp } from '#server/members/codes/link-timestamp.ts';
import type { LinkTimestampCheck } from '#server/members/codes/link-timestamp.ts';

/** Whether a code is refused only because its inviter has no place left: the way to the waiting list (S17). */
export function isOutOfPlaces(error: CodeError): boolean {
  return (
    error === 'REGISTRATION_CODE_NO_BALANCE_LEFT' ||
    error === 'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS'
  );
}

/** B2: why a code without a free place is refused; places that pending accounts hold may come back. */
export function outOfPlaces(pending: number): CodeError {
  return pending > 0
    ? 'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS'
    : 'REGISTRATION_CODE_NO_BALANCE_LEFT';
}

/** What a valid code leads to; for registering. */
export interface UsableCode {
  readonly code: string;
  readonly inviterId: string;
  readonly inviterName: string | null;
  readonly landing: string | null;
}

/**
 * B1 `checkRegistrationCode`: counts the look-up, then says what the code is worth. Unknown, expired and exhausted codes cost the
 * same work (one query, one signature check), and nothing but the inviter's first name is told.
 */
export async function checkCode(ports: MemberPorts, question: CheckCodeRequest): Promise<CheckCodeAnswer> {
  const { codeCheckPerNetwork, codeCheckPerCode, codeCheckGlobal } = ports.settings.limits;
  const limited = await countHit(ports.database.db, ports.clock, [
    { action: 'code-check/network', subject: question.network, limit: codeCheckPerNetwork },
    { action: 'code-check/code', subject: canonicalCode(question.code) ?? '', limit: codeCheckPerCode },
    { action: 'code-check/global', subject: '', limit: codeCheckGlobal },
  ]);
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  const { error, row } = await judgeCode(ports, ports.database.db, question);
  const told = { inviterName: row?.first_name ?? null, landing: row?.landing ?? null };
  if (error === null && row) return { outcome: 'valid', code: row.code, ...told };
  if (error === 'CUSTOMIZATION_MISSING') ports.log.warn('code.landing-missing', { landing: told.landing });
  return { outcome: 'refused', error: error ?? 'REGISTRATION_CODE_INVALID', known: row !== undefined, ...told };
}

/**
 * The same judgement without limits, for registering: a missing landing does not stand in the way (S17).
 *
 * @returns The usable code, or why it is not.
 */
export async function resolveCode(
  ports: MemberPorts,
  db: Db,
  question: Omit<CheckCodeRequest, 'network'>,
): Promise<{ readonly usable: UsableCode } | { readonly error: CodeError }> {
  const { error, row } = await judgeCode(ports, db, question);
  if (row && (error === null || error === 'CUSTOMIZATION_MISSING')) {
    const landing = error === null ? row.landing : null;
    return { usable: { code: row.code, inviterId: row.inviter_id, inviterName: row.first_name, landing } };
  }
  return { error: error ?? 'REGISTRATION_CODE_INVALID' };
}

async function judgeCode(
  ports: MemberPorts,
  db: Db,
  question: Omit<CheckCodeRequest, 'network'>,
): Promise<{ error: CodeError | null; row: CodeRow | undefined }> {
  const code = canonicalCode(question.code) ?? '';
  const row = await findCode(db, code);
  const signature = checkLinkTimestamp(ports.secrets.link, code, question.validityTimestamp, ports.clock.now());
  return { error: row ? errorOf(ports, row, question, signature) : 'REGISTRATION_CODE_INVALID', row };
}

type CodeRow = NonNullable<Awaited<ReturnType<typeof findCode>>>;

const findCode = (db: Db, code: string) =>
  db
    .selectFrom('registration_codes as codes')
    .innerJoin('inviters', 'inviters.id', 'codes.inviter_id')
    .select([
      'codes.code',
      'codes.kind',
      'codes.state',
      'codes.landing',
      'codes.referrer_ban',
      'codes.expires_at',
      'codes.inviter_id',
      'inviters.state as inviter_state',
      'inviters.first_name',
      'inviters.free',
      'inviters.pending',
    ])
    .where('codes.code', '=', code)
    .executeTakeFirst();

/** The first thing that is wrong, most fundamental first; `null` when the code may be used. */
function errorOf(
  ports: MemberPorts,
  row: CodeRow,
  question: Pick<CheckCodeRequest, 'referrer' | 'storedReferral'>,
  signature: LinkTimestampCheck,
): CodeError | null {
  if (row.state === 'blocked') return 'REGISTRATION_CODE_INVALID';
  if (row.kind === 'generated') {
    if (signature === 'missing') return 'REGISTRATION_CODE_TIMESTAMP_MISSING';
    if (signature === 'invalid') return 'REGISTRATION_CODE_INVALID';
    if (signature === 'expired') return 'REGISTRATION_CODE_EXPIRED';
  }
  if (row.expires_at !== null && row.expires_at <= timestampOf(ports.clock)) return 'REGISTRATION_CODE_EXPIRED';
  if (row.inviter_state === 'blocked') return 'INVITER_INVALID';
  if (row.referrer_ban === 'always') return 'REFERER_INVALID';
  const isForbidden = (referrer: string): boolean => ports.site.isForbiddenReferrer(referrer);
  if (row.referrer_ban === 'listed' && referrersOf(question, row.code).some(isForbidden)) return 'REFERER_INVALID';
  if (row.free === 0) return outOfPlaces(row.pending);
  return row.landing !== null && !ports.site.hasLanding(row.landing) ? 'CUSTOMIZATION_MISSING' : null;
}

/** A stored referrer belongs to the code that it came with: whoever is given another one later is welcome with it. */
function referrersOf(
  { referrer, storedReferral }: Pick<CheckCodeRequest, 'referrer' | 'storedReferral'>,
  code: string,
): readonly string[] {
  const stored = storedReferral && canonicalCode(storedReferral.code) === code ? storedReferral.referrer : null;
  return [referrer, stored].filter((each): each is string => typeof each === 'string' && each !== '');
}
