import type { Questions } from '#server/forms/questions.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type {
  Invalid,
  NewsletterTexts,
  NotPossible,
  StoredReferral,
  TooMany,
} from '#journeys/registration/server/outcomes.ts';
import type { CodeError } from '#journeys/registration/decide/facts.ts';
import {
  readClaim,
  prepareClaim,
  computeFingerprint,
  createIdempotencyKey,
} from '#server/platform/database/idempotency.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { DAY, HOUR, MINUTE, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { Email } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { CodePorts, MemberPorts } from '#journeys/registration/members/ports.ts';
import { isOutOfPlaces, buildOutOfPlaces, resolveCode } from '#journeys/registration/members/check-code/check-code.ts';
import type { UsableCode } from '#journeys/registration/members/check-code/check-code.ts';
import { countPendingInvitations, prepareReservation } from '#journeys/registration/members/account/balance.ts';
import {
  findAccountState,
  createPlaceholderAddress,
  writeToOwner,
} from '#journeys/registration/members/account/duplicate-registration.ts';
import { prepareConsents } from '#journeys/registration/members/account/consents.ts';
import { prepareActivation } from '#journeys/registration/members/account/send-activation.ts';
import { prepareMailCount } from '#journeys/registration/members/mails/send-mail.ts';
import { batch } from '#server/platform/database/batch.ts';
import { type PromisedVoucher, findPromisedVoucher } from '#journeys/registration/members/account/vouchers.ts';
import { makeRegistrationHandle } from '#journeys/registration/members/account/registration-handle.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { withMinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import type { RegistrationForm, LobbyForm } from '#schemas/generated/forms.ts';

export interface RegisterRequest extends PromisedVoucher {
  /** Values of the form before validation. */
  readonly form: Readonly<Record<string, unknown>>;
  /** Language of the form and of mails. */
  readonly locale: Locale;
  /** Text of the newsletter checkbox, as proof of consent. */
  readonly newsletter: NewsletterTexts;
  /** Versions of the policies that the form displayed, such as `terms:2026-11-22`; default: those of the country. */
  readonly accepted?: readonly string[];
  readonly referrer?: string | null;
  readonly storedReferral?: StoredReferral | null;
  /** Visitor that experiments credit for registration and activation; see `Submission`. */
  readonly attribution?: string | null;
  readonly network: string;
  /** Secret of the sender's browser, by which a repetition is recognized; without it a repetition counts as a stranger's. */
  readonly formKey?: string | null;
  /** Questions that its form adds. */
  readonly questions?: Questions;
  /** Sent by API clients instead. */
  readonly idempotencyKey?: string;
}

export type RegisterResult =
  | {
      readonly outcome: 'registered';
      /** Signed handle for an HttpOnly cookie, see `makeRegistrationHandle`. */
      readonly registration: string;
      readonly email: string;
      /** ISO 3166-1 alpha-2. */
      readonly country: string;
      /** Whether the newsletter was requested. */
      readonly newsletter: boolean;
      /** Whether it repeats an earlier submission: nothing happened that could be counted again. */
      readonly repeated?: true;
    }
  | {
      readonly outcome: 'refused';
      readonly error: CodeError;
      /** Input for the waiting list, see `enterLobby`. */
      readonly typed: LobbyForm;
      /** Set when no places are left. */
      readonly lobbyToken: string | null;
    }
  /** `email`: as entered. */
  | { readonly outcome: 'pending'; readonly email: string }
  | { readonly outcome: 'already-active' | 'key-reused' }
  | NotPossible
  | Invalid
  | TooMany;

/** Time in which a repetition of the same sender gets the same response; afterwards the account is simply pending. */
export const REPEAT = 10 * MINUTE;
/** The same for a client with an idempotency key. */
const REPEAT_WITH_KEY = 24 * HOUR;

/**
 * Registers with a code (B3, B4, B11). Member, proofs of consent, activation token, mail and reserved place are written in one transaction;
 * a repeated submission has one effect. Its sender gets the same response again; anyone else who posts the same gets the response for an
 * existing account.
 */
export function register(ports: CodePorts, request: RegisterRequest): Promise<RegisterResult> {
  return withMinimumResponseTime(ports, () => answerTo(ports, request));
}

async function answerTo(ports: CodePorts, request: RegisterRequest): Promise<RegisterResult> {
  const checked = validateForm('registration', request.form);
  if (!checked.ok) return { outcome: 'invalid', errors: checked.errors };
  const form = checked.value;
  const email = readEmail(form.email);
  if (!email) return { outcome: 'invalid', errors: [{ field: 'email', message: 'errors.email' }] };

  const { registrationPerNetwork: limit } = ports.settings.limits;
  const limited = await ports.limits.count({ action: 'register', network: request.network, limit });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  const judged = await resolveCode(ports, ports.database.db, {
    ...form,
    referrer: request.referrer ?? null,
    storedReferral: request.storedReferral ?? null,
  });
  if ('error' in judged) {
    // The first of two equal requests may have taken the last place: the second one gets the same response.
    return (await findRepeat(ports, request, form, email)) ?? refuse(ports, judged.error, form);
  }
  const answer = await commit(ports, { request, form, email, code: judged.usable });
  return answer.outcome === 'no-place' ? refuse(ports, answer.error, form) : answer;
}

interface Registration {
  readonly request: RegisterRequest;
  readonly form: RegistrationForm;
  readonly email: Email;
  readonly code: UsableCode;
}

type Committed = RegisterResult | { readonly outcome: 'no-place'; readonly error: CodeError };

async function commit(ports: CodePorts, registration: Registration): Promise<Committed> {
  const { request, form, email, code } = registration;
  const { engine } = ports.database;
  const memberId = createId(ports.random);
  const registered = registeredAs(ports, memberId, registration);
  let isLastPlace = false;
  const committed = await withTransaction<Committed>(ports.database, async (tx, undo) => {
    const key = buildIdempotencyKey(request, form, email);
    const row = {
      memberId,
      email: email.canonical,
      answer: JSON.stringify({ memberId }),
      lifetimeMs: request.idempotencyKey ? REPEAT_WITH_KEY : REPEAT,
    };
    const counting = prepareMailCount(tx, ports, email);
    // Rolled back when the key is already claimed.
    const [inserted, hits, claims] = await batch(engine, tx, [
      insertingMember(tx, ports, memberId, registration, email.canonical, null),
      counting.statement,
      ...(key === null ? [] : [prepareClaim(tx, ports.clock, key, row)]),
    ]);
    const claim = key && (await readClaim(tx, ports.clock, key, row, claims !== undefined && claims.length > 0));
    if (claim?.state === 'repeated') return undo(repeated(ports, claim.answer, registration));
    if (claim?.state === 'other-body' && request.idempotencyKey) return undo({ outcome: 'key-reused' });

    if (ports.site.nextState('account', 'none', 'register') === null) return undo({ outcome: 'not-possible' });
    const isFree = inserted.length > 0;
    if (!isFree && ports.settings.accountEnumeration === 'allow') return undo(await answerForKnown(tx, email));
    const canonical = isFree ? email.canonical : createPlaceholderAddress(memberId);
    if (!isFree) await insertingMember(tx, ports, memberId, registration, canonical, email.canonical).execute();
    const { locale, newsletter, accepted = [] } = request;
    const counted = counting.answer(hits);
    if (!isFree) await writeToOwner(tx, ports, email.canonical, locale, counted);
    await request.questions?.store(tx, request.questions.given, email);
    // Last, because all registrations with this code wait for this row.
    const [places] = await batch(engine, tx, [
      prepareReservation(tx, code.inviterId, getCurrentTimestamp(ports.clock)),
      ...prepareConsents(tx, ports, { memberId, email: { ...email, canonical }, form, locale, newsletter, accepted }),
      ...(isFree ? await prepareActivation(tx, ports, { ...form, id: memberId, email, locale }, counted) : []),
    ]);
    const left = places[0]?.free ?? null;
    isLastPlace = left === 0;
    if (left !== null && !isReserved(ports, left)) return undo({ outcome: 'not-possible' });
    if (left !== null) return registered;
    return undo({ outcome: 'no-place', error: buildOutOfPlaces(await countPendingInvitations(tx, code.inviterId)) });
  });
  if (isLastPlace) await ports.codes.changed();
  return committed;
}

/** Whether the journey allows an invitation's place to be taken. */
function isReserved({ site }: CodePorts, left: number): boolean {
  return site.nextState('invitation', 'valid', left === 0 ? 'spend-last' : 'reserve') !== null;
}

/** Response for an existing account. */
async function answerForKnown(tx: Transaction, email: Email): Promise<RegisterResult> {
  const account = await findAccountState(tx, email.canonical);
  return account === 'active' ? { outcome: 'already-active' } : { outcome: 'pending', email: email.typed };
}

/** Returns no row when the address has an account. */
function insertingMember(
  tx: Transaction,
  ports: MemberPorts,
  id: string,
  { request, form, email, code }: Registration,
  canonical: string,
  shadowOf: string | null,
) {
  return tx
    .insertInto('members')
    .values({
      id,
      state: 'pending',
      email: email.typed,
      email_canonical: canonical,
      gender: form.gender,
      first_name: form.firstName,
      last_name: form.lastName,
      locale: request.locale,
      country: form.country,
      code: code.code,
      inviter_id: code.inviterId,
      voucher_variant: findPromisedVoucher(ports, code, request),
      preferences: null,
      attribution: request.attribution ?? null,
      shadow_of: shadowOf,
      registered_at: getCurrentTimestamp(ports.clock),
      pending_until: getCurrentTimestamp(ports.clock, ports.settings.pendingAccountDays * DAY),
      activated_at: null,
    })
    .onConflict((conflict) => conflict.column('email_canonical').doNothing())
    .returning('id');
}

/**
 * The idempotency key; always includes a secret of the sender, because the response grants access to the registration. `null` without one:
 * address and code are not secret.
 */
function buildIdempotencyKey(
  { idempotencyKey: own, formKey, locale }: RegisterRequest,
  form: RegistrationForm,
  email: Email,
) {
  const code = toCanonicalCode(form.code) ?? '';
  const key = own
    ? createIdempotencyKey('register/client', own)
    : formKey
      ? createIdempotencyKey('register', formKey, email.canonical, code)
      : null;
  return key === null ? null : { key, fingerprint: computeFingerprint({ ...form, locale }) };
}

/** Response to an earlier equal submission; without free places, a stranger's repetition gets the public response. */
async function findRepeat(
  ports: MemberPorts,
  request: RegisterRequest,
  form: RegistrationForm,
  email: Email,
): Promise<RegisterResult | null> {
  const { db } = ports.database;
  const key = buildIdempotencyKey(request, form, email);
  const stored =
    key &&
    (await db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('key', '=', key.key)
      .where('fingerprint', '=', key.fingerprint)
      .where('expires_at', '>', getCurrentTimestamp(ports.clock))
      .executeTakeFirst());
  if (stored) return repeated(ports, stored.answer, { form, email });
  if (ports.settings.accountEnumeration === 'prevent') return null;
  const waiting = await db
    .selectFrom('members')
    .select('id')
    .where('email_canonical', '=', email.canonical)
    .where('code', '=', toCanonicalCode(form.code) ?? '')
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return waiting ? { outcome: 'pending', email: email.typed } : null;
}

type Registered = Extract<RegisterResult, { readonly outcome: 'registered' }>;

function registeredAs(
  ports: MemberPorts,
  memberId: string,
  { form, email }: Pick<Registration, 'form' | 'email'>,
): Registered {
  return {
    outcome: 'registered',
    registration: makeRegistrationHandle(ports.secrets.handle, memberId),
    email: email.typed,
    country: form.country,
    newsletter: form.newsletter === true,
  };
}

function repeated(ports: MemberPorts, answer: string, registration: Pick<Registration, 'form' | 'email'>): Registered {
  const stored: { memberId: string } = JSON.parse(answer);
  return { ...registeredAs(ports, stored.memberId, registration), repeated: true };
}

async function refuse(
  ports: MemberPorts,
  error: CodeError,
  { email, code, validityTimestamp }: RegistrationForm,
): Promise<RegisterResult> {
  const lobbyToken = isOutOfPlaces(error)
    ? await makePurposeToken(ports, 'lobby', email, (ports.settings.lobbyTokenDays * DAY) / 1_000)
    : null;
  return { outcome: 'refused', error, typed: { email, code, validityTimestamp }, lobbyToken };
}
