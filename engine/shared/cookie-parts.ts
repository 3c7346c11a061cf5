import { decodeText } from './decode-text.ts';

const PLAIN = /^[\w.-]*$/;

/** Escapes a text for a cookie whose parts are separated by `~`, `!` and `*`. */
export function escapePart(text: string): string {
  // Keys rarely need escapes, and a first visit writes one or two per experiment.
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text).replaceAll(/[~!*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The reverse; a text without escapes is unchanged. */
export const unescapePart = decodeText;
