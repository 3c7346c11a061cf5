import type { VoucherName } from '#journeys/registration/shared/vouchers.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { formatCode } from '#journeys/registration/members/codes/generate-code.ts';
import { createNewCode, findOwnPath } from '#journeys/registration/members/codes/new-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { type Email, readEmail } from '#server/platform/forms/email.ts';
import { cleanField, validateForm } from '#server/platform/forms/validate-form.ts';

export interface NewCodeRequest {
  /** First name of the inviter, shown to guests; `null` for the site itself. */
  readonly firstName: string | null;
  /** Email address of the inviter, for personal data requests; `null` if not given. */
  readonly email: string | null;
  /** As issued; `null` for a generated one. */
  readonly code: string | null;
  readonly places: number;
  /** Landing of the code; `null` for the default one. */
  readonly landing: string | null;
  /** Voucher that the landing must promise, `none` for none; `null` for any. */
  readonly voucher: string | null;
  /** Expiry in milliseconds since the epoch; `null` for none. */
  readonly expiresAt: number | null;
}

export type NewCodeRefusal =
  | { readonly outcome: 'other-voucher'; readonly promised: VoucherName | 'none' }
  | { readonly outcome: 'own-path'; /** The page that shadows the code. */ readonly path: string }
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

/** A code that can be created. */
export interface NewCode {
  readonly outcome: 'new';
  /** As issued. */
  readonly label: string;
  readonly code: string;
  readonly email: Email | null;
  /** Voucher currently promised by the landing; `null` without a landing, where the page of the form decides. */
  readonly promised: VoucherName | 'none' | null;
}

/** An implausible number, probably a typing error. */
const MAX_PLACES = 10_000_000;

/** Validates a new code, for creation and for import reports. */
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

  const label = given === null ? formatCode(createNewCode(ports)) : cleanField('code', 'code', given);
  const code = toCanonicalCode(label);
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

/** Uses the rule of the registration form, because guests see the name. */
function isFirstName(firstName: string): boolean {
  const checked = validateForm('registration', { firstName });
  return checked.ok || checked.errors.every(({ field }) => field !== 'firstName');
}
