/** Welcome vouchers that documents may promise (S14); `mov` is a minimum order value. */
export const voucherNames = ['10-percent-no-mov', '15-percent-no-mov', '15-percent-mov', '20-percent-mov'] as const;

export type VoucherName = (typeof voucherNames)[number];

/** `null` for an unknown voucher. */
export function findVoucherByName(name: unknown): VoucherName | null {
  return voucherNames.find((known) => known === name) ?? null;
}
