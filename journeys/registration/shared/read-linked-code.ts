import { cleanToken } from '#engine/shared/clean-token.ts';
import { parseRegistrationCode } from './registration-code.ts';

/** Content of an invitation link. */
export interface LinkedCode {
  readonly code: string;
  /** Generated links only (V6). */
  readonly validityTimestamp: string | null;
}

/** What may precede the host of a link: its scheme, or a separator. */
const BEFORE_HOST = /(?:^|:\/\/|[\s<>()"“”„«»'‘’‚])(?:www\.)?$/;

/**
 * The code of an invitation link to this site that was pasted instead of its code, possibly with surrounding text (Z1): the `rc` of its
 * query, else the last segment of its path. `null` otherwise.
 *
 * @param host of this site, with port
 */
export function readLinkedCode(text: string, host: string): LinkedCode | null {
  const own = host.replace(/^www\./, '');
  const at = text.toLowerCase().indexOf(`${own}/`);
  if (at < 0 || !BEFORE_HOST.test(text.slice(Math.max(0, at - MAX_PREFIX_LENGTH), at))) return null;
  const [link = ''] = text.slice(at + own.length).split(/[\s<>"“”„«»]/, 1);
  const [address = '', query = ''] = link.split(/[?#]/, 2);
  // Links copied from markup have escaped ampersands.
  const parameters = new URLSearchParams(query.replaceAll('&amp;', '&'));
  const code = parseRegistrationCode(parameters.get('rc') ?? address.split('/').findLast((part) => part !== '') ?? '');
  const validityTimestamp = parameters.get('validityTimestamp');
  if (code === null) return null;
  return { code, validityTimestamp: validityTimestamp === null ? null : cleanToken(validityTimestamp) };
}

const MAX_PREFIX_LENGTH = 'https://www.'.length;
