import { readLinkedCode } from '../shared/read-linked-code.ts';

/** Fields from an invitation link that was pasted as the code; empty otherwise. A link without a timestamp sets none. */
export function readLinkedFields(
  code: string | null | undefined,
  publicOrigin: string,
): { readonly code?: string; readonly validityTimestamp?: string } {
  const link = code ? readLinkedCode(code, publicOrigin.replace(/^https?:\/\//, '')) : null;
  if (link === null) return {};
  const { validityTimestamp } = link;
  return { code: link.code, ...(validityTimestamp !== null && { validityTimestamp }) };
}
