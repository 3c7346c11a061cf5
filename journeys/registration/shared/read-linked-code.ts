import { cleanToken } from '#engine/shared/clean-token.ts';
import { parseRegistrationCode } from './registration-code.ts';

/** What a generated or a written invitation link says. */
export interface LinkedCode {
  readonly code: string;
  /** Only generated links have one (V6). */
  readonly validityTimestamp: string | null;
}

/** What may stand before the host of a link: its scheme, or whatever separates it from other words. */
const BEFORE_HOST = /(?:^|:\/\/|[\s<>()"“”„«»'‘’‚])(?:www\.)?$/;

/**
 * The code of an invitation link to this very site that was pasted in the place of its code, with whatever words stood around it (Z1): the
 * `rc` of its query, else the last segment of its path. `null` for everything else.
 *
 * @param host Of this site, with its port.
 */
export function readLinkedCode(text: string, host: string): LinkedCode | null {
  const own = host.replace(/^www\./, '');
  const at = text.toLowerCase().indexOf(`${own}/`);
  if (at < 0 || !BEFORE_HOST.test(text.slice(Math.max(0, at - MAX_PREFIX_LENGTH), at))) return null;
  const [link = ''] = text.slice(at + own.length).split(/[\s<>"“”„«»]/, 1);
  const [address = '', query = ''] = link.split(/[?#]/, 2);
  // Links that were copied out of markup have their ampersands escaped.
  const parameters = new URLSearchParams(query.replaceAll('&amp;', '&'));
  const code = parseRegistrationCode(parameters.get('rc') ?? address.split('/').findLast((part) => part !== '') ?? '');
  const validityTimestamp = parameters.get('validityTimestamp');
  if (code === null) return null;
  return { code, validityTimestamp: validityTimestamp === null ? null : cleanToken(validityTimestamp) };
}

const MAX_PREFIX_LENGTH = 'https://www.'.length;
