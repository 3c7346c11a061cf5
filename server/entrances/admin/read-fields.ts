import type { IncomingMessage } from 'node:http';
import type { Fields } from '#server/admin/room.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { decodeText } from '#server/platform/forms/decode-text.ts';
import { MAX_AT, OWN_FIELDS } from './asking.ts';
import { readBody, readPairs } from './form-body.ts';

/** What a form sent: fields, and the contents of its files as text. */
export interface SentForm {
  readonly fields: Fields;
  /** To be shown again: no password, no file, nothing of the form's own. */
  readonly typed: Readonly<Record<string, string>>;
  /** Whether that is all of it. */
  readonly isTypedWhole: boolean;
  readonly token: string;
  /** Query of the page that it stood on. */
  readonly at: string;
}

/** Characters of one field that are shown again, and of all of them; a field allows far fewer. */
const MAX_TYPED = 1_000;
const MAX_TYPED_ALTOGETHER = 8_000;

/**
 * Reads a form up to a number of bytes, in either of the types that browsers send.
 *
 * @param locale Of the page: a file that names no encoding may be in the one of its readers.
 * @throws UnreadableBody when it is longer, or not what its type says
 */
export async function readSentForm(request: IncomingMessage, limit: number, locale: Locale): Promise<SentForm> {
  const pairs = await readPairs(await readBody(request, limit), request.headers['content-type'] ?? '');
  const texts = new Map<string, string>();
  const files = new Map<string, string>();
  for (const { name, value } of pairs) {
    if (typeof value === 'string') texts.set(name, value.trim());
    else if (value.length > 0) files.set(name, decodeText(value, locale));
  }
  const text = (name: string): string => texts.get(name) ?? '';
  const at = text(OWN_FIELDS.at);
  return {
    fields: {
      text,
      ticked: (prefix) =>
        [...texts].flatMap(([name, value]) =>
          value === 'on' && name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
        ),
      content: (name) => files.get(name) ?? text(name),
      key: text(OWN_FIELDS.key),
    },
    ...typedIn(texts),
    token: text(OWN_FIELDS.token),
    at: at.length > MAX_AT ? '' : at,
  };
}

function typedIn(texts: ReadonlyMap<string, string>): Pick<SentForm, 'typed' | 'isTypedWhole'> {
  const typed: [string, string][] = [];
  let left = MAX_TYPED_ALTOGETHER;
  let isTypedWhole = true;
  for (const [name, value] of texts) {
    if (name.startsWith('_') || name.includes('password')) continue;
    const shown = value.slice(0, MAX_TYPED);
    left -= name.length + shown.length;
    if (left < 0 || shown.length < value.length) isTypedWhole = false;
    if (left < 0) break;
    typed.push([name, shown]);
  }
  return { typed: Object.fromEntries(typed), isTypedWhole };
}
