import { decodeText } from './decode-text.ts';

const PLAIN = /^[\w.-]*$/;

/** A text as it is in a part of a cookie whose parts are separated by `~`, `!` and `*`. */
export function escapePart(text: string): string {
  // Keys mostly need none of it, and a first visit writes one or two for each experiment.
  if (PLAIN.test(text)) return text;
  return encodeURIComponent(text).replaceAll(/[~!*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The other way round; a text that nobody escaped stays as it is. */
export const unescapePart = decodeText;
