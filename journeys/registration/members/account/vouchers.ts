import type { Voucher } from '#journeys/registration/server/outcomes.ts';
import { type VoucherName, voucherNamed } from '#journeys/registration/shared/vouchers.ts';
import type { Db, Transaction } from '#server/platform/database/open-database.ts';
import { DAY, timestamp, currentTimestamp } from '#server/platform/database/timestamp.ts';
import { sendMail } from '#journeys/registration/members/mails/send-mail.ts';
import { voucherMail } from './voucher-mail.ts';
import type { UsableCode } from '#journeys/registration/members/check-code/check-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { formatCode, generateCode } from '#journeys/registration/members/codes/generate-code.ts';
import { toRecipient } from '#journeys/registration/members/account/find-member.ts';
import type { Member } from '#journeys/registration/members/account/find-member.ts';
import { newId } from '#server/platform/tokens/random.ts';

/** What the page of a registration form promises. */
export interface PromisedVoucher {
  /** The voucher that the page of the form promises (S14). */
  readonly voucher?: VoucherName | null;
  /** The landing that promises it. */
  readonly landing?: string | null;
  /** Only codes that lead to this landing bring its voucher. */
  readonly boundTo?: string | null;
}

/** What a landing may promise (S14); `mov` is a minimum order value. */
const terms: Readonly<Record<VoucherName, { readonly percent: number; readonly minimumOrder: boolean }>> = {
  '10-percent-no-mov': { percent: 10, minimumOrder: false },
  '15-percent-no-mov': { percent: 15, minimumOrder: false },
  '15-percent-mov': { percent: 15, minimumOrder: true },
  '20-percent-mov': { percent: 20, minimumOrder: true },
};

/** Two weeks from registration (source, section 9). */
const VALID = 14 * DAY;

/**
 * The voucher that a registration brings (S14). The landing that the code leads to by itself decides, whatever page the form was
 * sent from; without one the page of the form does, unless its voucher is for other codes.
 */
export function promisedVoucher(
  { site, clock }: Pick<MemberPorts, 'site' | 'clock'>,
  code: Pick<UsableCode, 'landing'>,
  { voucher = null, landing = null, boundTo = null }: PromisedVoucher,
): VoucherName | null {
  // Experiments may have put a variation in the place of the code's own landing.
  if (code.landing !== null) return code.landing === landing ? voucher : site.findVoucher(code.landing, clock.now());
  return boundTo === null ? voucher : null;
}

/** Issues the voucher that the registration's document named and mails it; `null` when it named none. */
export async function issueVoucher(tx: Transaction, ports: MemberPorts, member: Member): Promise<Voucher | null> {
  const variant = voucherNamed(member.voucher_variant);
  if (variant === null) return null;
  const { percent, minimumOrder } = terms[variant];
  const voucher: Voucher = {
    variant,
    percent,
    code: formatCode(generateCode(ports.random)),
    minimumOrder: minimumOrder ? (ports.site.minimumOrder() ?? ports.settings.voucherMinimumOrder) : null,
    validUntil: Date.parse(member.registered_at) + VALID,
  };
  await tx
    .insertInto('vouchers')
    .values({
      id: newId(ports.random),
      member_id: member.id,
      variant,
      code: voucher.code,
      percent,
      minimum_order: voucher.minimumOrder?.amount ?? null,
      currency: voucher.minimumOrder?.currency ?? null,
      issued_at: currentTimestamp(ports.clock),
      valid_until: timestamp(voucher.validUntil),
    })
    .execute();
  const recipient = toRecipient(member);
  await sendMail(tx, ports, {
    template: voucherMail,
    locale: recipient.locale,
    to: recipient.email,
    memberId: member.id,
    values: { ...voucher, person: recipient, loginUrl: ports.site.loginUrl(recipient.locale) },
  });
  return voucher;
}

/** The voucher that an activation has issued; `null` when it brought none. */
export async function issuedVoucher(db: Db, memberId: string): Promise<Voucher | null> {
  const row = await db
    .selectFrom('vouchers')
    .select(['variant', 'code', 'percent', 'minimum_order', 'currency', 'valid_until'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const variant = row === undefined ? null : voucherNamed(row.variant);
  if (row === undefined || variant === null) return null;
  const { code, percent, minimum_order: amount, currency } = row;
  const minimumOrder = amount === null || currency === null ? null : { amount, currency };
  return { variant, percent, code, minimumOrder, validUntil: Date.parse(row.valid_until) };
}
