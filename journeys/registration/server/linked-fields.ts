import { readLinkedCode } from '../shared/read-linked-code.ts';

/** Fields of a form whose code was pasted as a whole invitation link; none where it was not. A link without a timestamp names none. */
export function linkedFields(
  code: string | null | undefined,
  publicOrigin: string,
): { readonly code?: string; readonly validityTimestamp?: string } {
  const link = code ? readLinkedCode(code, publicOrigin.replace(/^https?:\/\//, '')) : null;
  if (link === null) return {};
  const { validityTimestamp } = link;
  return { code: link.code, ...(validityTimestamp !== null && { validityTimestamp }) };
}
