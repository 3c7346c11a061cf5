import type { VoucherName } from '#journeys/registration/shared/vouchers.ts';
import { canonicalCode } from '#journeys/registration/members/codes/canonical-code.ts';
import { formatCode } from '#journeys/registration/members/codes/generate-code.ts';
import { newCode, findOwnPath } from '#journeys/registration/members/codes/new-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { type Email, readEmail } from '#server/platform/forms/email.ts';
import { cleanField, validateForm } from '#server/platform/forms/validate-form.ts';

export interface NewCodeRequest {
  /** Who invites, by the first name that guests are greeted with; `null` for the site itself. */
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
}

export type NewCodeRefusal =
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

/** A code that can be made now. */
export interface NewCode {
  readonly outcome: 'new';
  /** As it is handed out. */
  readonly label: string;
  readonly code: string;
  readonly email: Email | null;
  /** What the landing promises now; `null` without a landing of its own, where the page of the form decides. */
  readonly promised: VoucherName | 'none' | null;
}

/** More than a city has inhabitants: a slip of the finger, not a campaign. */
const MAX_PLACES = 10_000_000;

/** Everything that a new code must be, in one list: for its creation, and for a report before an import. */
export async function checkNewCode(ports: MemberPorts, request: NewCodeRequest): Promise<NewCode | NewCodeRefusal> {
  const { landing, code: given, places, voucher } = request;
  const email = request.email === null ? null : readEmail(request.email);
  const refused = refusal(ports, request) ?? (request.email !== null && email === null ? 'invalid-email' : null);
  if (refused !== null) return { outcome: refused };
  if (!Number.isInteger(places) || places < 1 || places > MAX_PLACES)
    return { outcome: 'invalid-places', most: MAX_PLACES };
  const promised = landing === null ? null : (ports.site.findVoucher(landing, ports.clock.now()) ?? 'none');
  if (voucher !== null && promised === null) return { outcome: 'voucher-without-landing' };
  if (voucher !== null && promised !== null && promised !== voucher) return { outcome: 'other-voucher', promised };

  const label = given === null ? formatCode(newCode(ports)) : cleanField('code', 'code', given);
  const code = canonicalCode(label);
  if (code === null) return { outcome: 'invalid-code' };
  const path = findOwnPath(ports.site, code);
  if (path !== undefined) return { outcome: 'own-path', path };
  const { db } = ports.database;
  const known = await db.selectFrom('registration_codes').select('code').where('code', '=', code).executeTakeFirst();
  return known === undefined ? { outcome: 'new', label, code, email, promised } : { outcome: 'exists' };
}

function refusal(
  { site, clock }: MemberPorts,
  { firstName, expiresAt, landing }: NewCodeRequest,
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
