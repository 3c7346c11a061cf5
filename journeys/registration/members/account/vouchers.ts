import type { Voucher } from '#journeys/registration/server/outcomes.ts';
import { type VoucherName, findVoucherByName } from '#journeys/registration/shared/vouchers.ts';
import type { Db, Transaction } from '#server/platform/database/open-database.ts';
import { DAY, toTimestamp, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { sendMail } from '#journeys/registration/members/mails/send-mail.ts';
import { voucherMail } from './voucher-mail.ts';
import type { UsableCode } from '#journeys/registration/members/check-code/check-code.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { formatCode, generateCode } from '#journeys/registration/members/codes/generate-code.ts';
import { toRecipient } from '#journeys/registration/members/account/find-member.ts';
import type { Member } from '#journeys/registration/members/account/find-member.ts';
import { createId } from '#server/platform/tokens/random.ts';

/** Voucher offer of a registration form's page. */
export interface PromisedVoucher {
  /** The promised voucher (S14). */
  readonly voucher?: VoucherName | null;
  /** The landing that promises it. */
  readonly landing?: string | null;
  /** Limits the voucher to codes of this landing. */
  readonly boundTo?: string | null;
}

/** Terms of the vouchers that landings may promise (S14); `mov` is a minimum order value. */
const terms: Readonly<Record<VoucherName, { readonly percent: number; readonly minimumOrder: boolean }>> = {
  '10-percent-no-mov': { percent: 10, minimumOrder: false },
  '15-percent-no-mov': { percent: 15, minimumOrder: false },
  '15-percent-mov': { percent: 15, minimumOrder: true },
  '20-percent-mov': { percent: 20, minimumOrder: true },
};

/** Two weeks from registration (source, section 9). */
const VALID = 14 * DAY;

/**
 * The voucher of a registration (S14). Determined by the landing of the code, regardless of the page of the form; for a code without a
 * landing, by that page, unless its voucher is limited to other codes.
 */
export function findPromisedVoucher(
  { site, clock }: Pick<MemberPorts, 'site' | 'clock'>,
  code: Pick<UsableCode, 'landing'>,
  { voucher = null, landing = null, boundTo = null }: PromisedVoucher,
): VoucherName | null {
  // A variation may have replaced the code's landing.
  if (code.landing !== null) return code.landing === landing ? voucher : site.findVoucher(code.landing, clock.now());
  return boundTo === null ? voucher : null;
}

/** Issues and mails the voucher of a registration; `null` without one. */
export async function issueVoucher(tx: Transaction, ports: MemberPorts, member: Member): Promise<Voucher | null> {
  const variant = findVoucherByName(member.voucher_variant);
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
      id: createId(ports.random),
      member_id: member.id,
      variant,
      code: voucher.code,
      percent,
      minimum_order: voucher.minimumOrder?.amount ?? null,
      currency: voucher.minimumOrder?.currency ?? null,
      issued_at: getCurrentTimestamp(ports.clock),
      valid_until: toTimestamp(voucher.validUntil),
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

/** The voucher issued by the activation; `null` without one. */
export async function findIssuedVoucher(db: Db, memberId: string): Promise<Voucher | null> {
  const row = await db
    .selectFrom('vouchers')
    .select(['variant', 'code', 'percent', 'minimum_order', 'currency', 'valid_until'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  const variant = row === undefined ? null : findVoucherByName(row.variant);
  if (row === undefined || variant === null) return null;
  const { code, percent, minimum_order: amount, currency } = row;
  const minimumOrder = amount === null || currency === null ? null : { amount, currency };
  return { variant, percent, code, minimumOrder, validUntil: Date.parse(row.valid_until) };
}
