import type { VoucherName } from '#journeys/registration/base/vouchers.ts';
import { canonicalCode } from '#server/members/codes/canonical-code.ts';
import { formatCode } from '#server/members/codes/generate-code.ts';
import { newCode, ownPathOf } from '#server/members/codes/new-code.ts';
import type { MemberPorts } from '#server/members/ports.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { timestamp, timestampOf } from '#server/platform/database/timestamp.ts';
import { transact } from '#server/platform/database/transact.ts';
import { type Email, readEmail } from '#server/platform/forms/email.ts';
import { cleanField, validateForm } from '#server/platform/forms/validate-form.ts';
import { newId } from '#server/platform/tokens/random.ts';

export interface CreateCodeRequest {
  /** Who invites, by the first name that guests are greeted with; `null` for the house itself. */
  readonly firstName: string | null;
  /** The inviter's address, by which `person` finds the name and the codes; `null` when nobody asks for it. */
  readonly email: string | null;
  /** As it is handed out; `null` for a generated one. */
  readonly code: string | null;
  readonly places: number;
  /** Landing document that the code opens; `null` for the one that the site shows to guests without one. */
  readonly landing: string | null;
  /** The voucher that the landing has to promise, `none` for no voucher; `null` when it does not matter. */
  readonly voucher: string | null;
  /** Milliseconds since the epoch; `null` for a code without an end. */
  readonly expiresAt: number | null;
  /** Who does it, see `AuditEntry`. */
  readonly actor: string;
}

export interface CreatedCode {
  readonly label: string;
  /** Absolute, in the default language. */
  readonly url: string;
  /** What the landing promises now; `null` without a landing of its own, where the page of the form decides. */
  readonly voucher: VoucherName | 'none' | null;
}

export type CreateCodeAnswer =
  | { readonly outcome: 'created'; readonly created: CreatedCode }
  | { readonly outcome: 'other-voucher'; readonly promised: VoucherName | 'none' }
  | { readonly outcome: 'own-path'; /** The page that would answer instead. */ readonly path: string }
  | { readonly outcome: 'invalid-places'; readonly most: number }
  | {
      readonly outcome:
        | 'invalid-name'
        | 'invalid-email'
        | 'invalid-code'
        | 'already-over'
        | 'unknown-landing'
        | 'voucher-without-landing'
        | 'exists';
    };

/** More than a city has inhabitants: a slip of the finger, not a campaign. */
const MOST_PLACES = 10_000_000;

/** An inviter with places and the code that opens them. Nobody can register before there is one. */
export async function createCode(ports: MemberPorts, request: CreateCodeRequest): Promise<CreateCodeAnswer> {
  const { landing, code: given } = request;
  const email = request.email === null ? null : readEmail(request.email);
  const refused = refusal(ports, request) ?? (request.email !== null && email === null ? 'invalid-email' : null);
  if (refused !== null) return { outcome: refused };
  const { places } = request;
  if (!Number.isInteger(places) || places < 1 || places > MOST_PLACES)
    return { outcome: 'invalid-places', most: MOST_PLACES };
  const promised = landing === null ? null : (ports.site.voucherOf(landing, ports.clock.now()) ?? 'none');
  if (request.voucher !== null && promised === null) return { outcome: 'voucher-without-landing' };
  if (request.voucher !== null && promised !== null && promised !== request.voucher)
    return { outcome: 'other-voucher', promised };

  const label = given === undefined || given === null ? formatCode(newCode(ports)) : cleanField('code', 'code', given);
  const code = canonicalCode(label);
  if (code === null) return { outcome: 'invalid-code' };
  const path = ownPathOf(ports.site, code);
  if (path !== undefined) return { outcome: 'own-path', path };
  const isNew = await store(ports, request, { label, code, email });
  if (!isNew) return { outcome: 'exists' };
  return { outcome: 'created', created: { label, url: ports.site.url(null, `/${label}`), voucher: promised } };
}

function refusal(
  { site, clock }: MemberPorts,
  { firstName, expiresAt, landing }: CreateCodeRequest,
): 'invalid-name' | 'already-over' | 'unknown-landing' | null {
  if (firstName !== null && !isFirstName(firstName)) return 'invalid-name';
  if (expiresAt !== null && expiresAt <= clock.now()) return 'already-over';
  return landing === null || site.hasLanding(landing) ? null : 'unknown-landing';
}

/** By the rule of the registration form; guests read it on a page. */
function isFirstName(firstName: string): boolean {
  const checked = validateForm('registration', { firstName });
  return checked.ok || checked.errors.every(({ field }) => field !== 'firstName');
}

interface NewCode {
  readonly label: string;
  readonly code: string;
  readonly email: Email | null;
}

/** Whether there was no such code yet. */
function store(
  ports: MemberPorts,
  { firstName, places, landing, expiresAt, actor }: CreateCodeRequest,
  { label, code, email }: NewCode,
): Promise<boolean> {
  return transact(ports.database, async (tx, undo) => {
    const inviterId = newId(ports.random);
    await tx
      .insertInto('inviters')
      .values({
        id: inviterId,
        kind: firstName === null ? 'house' : 'member',
        state: 'active',
        first_name: firstName === null ? null : cleanField('registration', 'firstName', firstName),
        email_canonical: email?.canonical ?? null,
        issued: places,
        free: places,
        pending: 0,
        active: 0,
        created_at: timestampOf(ports.clock),
      })
      .execute();
    const expires_at = expiresAt === null ? null : timestamp(expiresAt);
    if (!(await insertCode(tx, ports, { code, label, inviter_id: inviterId, landing, expires_at }))) return undo(false);
    // A code may be made of a name, which an erasure must find: the log knows the inviter alone.
    const after = { places, landing, until: expires_at };
    await ports.audit(tx, { actor, action: 'code.create', person: inviterId, after });
    return true;
  });
}

interface CodeColumns {
  readonly code: string;
  readonly label: string;
  readonly inviter_id: string;
  readonly landing: string | null;
  readonly expires_at: string | null;
}

async function insertCode(tx: Transaction, { clock }: MemberPorts, columns: CodeColumns): Promise<boolean> {
  const inserted = await tx
    .insertInto('registration_codes')
    .values({
      ...columns,
      kind: 'access',
      state: 'active',
      referrer_ban: 'listed',
      created_at: timestampOf(clock),
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst();
  return inserted !== undefined;
}
