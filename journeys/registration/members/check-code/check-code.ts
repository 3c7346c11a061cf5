import type { CheckCodeResult, CheckCodeRequest } from '#journeys/registration/server/enquiries.ts';
import type { CodeError } from '#journeys/registration/decide/facts.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { NetworkAct } from '#server/platform/limits/network-limits.ts';
import type { LimitResult } from '#server/platform/limits/rate-limit.ts';
import type { CodePorts, MemberPorts } from '#journeys/registration/members/ports.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { type CodeRow, findCode } from '#journeys/registration/members/codes/code-cache.ts';
import { checkLinkTimestamp } from '#journeys/registration/members/codes/link-timestamp.ts';
import type { LinkTimestampCheck } from '#journeys/registration/members/codes/link-timestamp.ts';

/** Whether a code is invalid only because no places are left, so that the waiting list is offered (S17). */
export function isOutOfPlaces(error: CodeError): boolean {
  return (
    error === 'REGISTRATION_CODE_NO_BALANCE_LEFT' ||
    error === 'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS'
  );
}

/** Error of a code without free places (B2); places of pending accounts may become free. */
export function buildOutOfPlaces(pending: number): CodeError {
  return pending > 0
    ? 'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS'
    : 'REGISTRATION_CODE_NO_BALANCE_LEFT';
}

/** Data of a valid code for registering. */
export interface UsableCode {
  readonly code: string;
  readonly inviterId: string;
  readonly inviterName: string | null;
  readonly landing: string | null;
}

/**
 * Checks a code, the response of `checkRegistrationCode` (B1); reveals only the inviter's first name. Requests with unknown codes are rate
 * limited by network (B15); others are not counted. Unknown, expired and exhausted codes take the same time: one query, one signature
 * check.
 */
export async function checkCode(ports: CodePorts, question: CheckCodeRequest): Promise<CheckCodeResult> {
  const known = checkKnownCode(ports, question);
  if (known !== null) return known;
  const code = toCanonicalCode(question.code);
  if (code === null) return answerAbout(ports, '', undefined, question);
  const attempt = await ports.limits.attempt(
    guessBy(ports, question),
    () => ports.codes.find(code),
    (row) => row === undefined,
  );
  return attempt.allowed ? answerAbout(ports, code, attempt.result, question) : tooMany(attempt);
}

/** `checkCode` for a code that was valid within the last two seconds; `null` when the database must be queried. */
export function checkKnownCode(ports: CodePorts, question: CheckCodeRequest): CheckCodeResult | null {
  const code = toCanonicalCode(question.code);
  const row = code === null ? undefined : ports.codes.fresh(code);
  if (code === null || row === undefined) return null;
  // A rate limited network gets no answers about any code, which would reveal existing ones.
  const guesses = ports.limits.check(guessBy(ports, question));
  return guesses.allowed ? answerAbout(ports, code, row, question) : tooMany(guesses);
}

const guessBy = ({ settings }: Pick<CodePorts, 'settings'>, { network }: CheckCodeRequest): NetworkAct => ({
  action: 'code-guess',
  network,
  limit: settings.limits.codeGuessesPerNetwork,
});

const tooMany = ({ retryAfterSeconds }: Extract<LimitResult, { allowed: false }>): CheckCodeResult => ({
  outcome: 'too-many-requests',
  retryAfterSeconds,
});

function answerAbout(
  ports: MemberPorts,
  code: string,
  row: CodeRow | undefined,
  question: CheckCodeRequest,
): CheckCodeResult {
  const { error } = judge(ports, code, row, question);
  const shown = { inviterName: row?.first_name ?? null, landing: row?.landing ?? null };
  if (error === null && row) return { outcome: 'valid', code: row.code, ...shown };
  if (error === 'CUSTOMIZATION_MISSING') ports.log.warn('code.landing-missing', { landing: shown.landing });
  return { outcome: 'refused', error: error ?? 'REGISTRATION_CODE_INVALID', known: row !== undefined, ...shown };
}

/**
 * The same without rate limits, for registering: a missing landing does not prevent it (S17).
 *
 * @returns the valid code, or its error
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
  const code = toCanonicalCode(question.code) ?? '';
  return judge(ports, code, await findCode(db, code), question);
}

function judge(
  ports: MemberPorts,
  code: string,
  row: CodeRow | undefined,
  question: Omit<CheckCodeRequest, 'network'>,
): { error: CodeError | null; row: CodeRow | undefined } {
  const signature = checkLinkTimestamp(ports.secrets.link, code, question.validityTimestamp, ports.clock.now());
  return { error: row ? findError(ports, row, question, signature) : 'REGISTRATION_CODE_INVALID', row };
}

/** The most fundamental error; `null` for a valid code. */
function findError(
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
  if (row.expires_at !== null && row.expires_at <= getCurrentTimestamp(ports.clock)) return 'REGISTRATION_CODE_EXPIRED';
  if (row.inviter_state === 'blocked') return 'INVITER_INVALID';
  if (row.referrer_ban === 'always') return 'REFERER_INVALID';
  const isForbidden = (referrer: string): boolean => ports.site.isForbiddenReferrer(referrer);
  if (row.referrer_ban === 'listed' && listReferrers(question, row.code).some(isForbidden)) return 'REFERER_INVALID';
  if (row.free === 0) return buildOutOfPlaces(row.pending);
  return row.landing !== null && !ports.site.hasLanding(row.landing) ? 'CUSTOMIZATION_MISSING' : null;
}

/** A stored referrer applies only to the code that it was stored with: another code may be used. */
function listReferrers(
  { referrer, storedReferral }: Pick<CheckCodeRequest, 'referrer' | 'storedReferral'>,
  code: string,
): readonly string[] {
  const stored = storedReferral && toCanonicalCode(storedReferral.code) === code ? storedReferral.referrer : null;
  return [referrer, stored].filter((each): each is string => typeof each === 'string' && each !== '');
}
