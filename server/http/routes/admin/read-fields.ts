import type { IncomingMessage } from 'node:http';
import type { Action, Fields, SentFile } from '#server/admin/admin-page.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { decodeFileText } from '#server/platform/forms/decode-file-text.ts';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import { MAX_AT, OWN_FIELDS } from './admin-request.ts';
import { readBody, readPairs } from './form-body.ts';

/** A submitted form: fields, and files as text. */
export interface SentForm {
  readonly fields: Fields;
  /** Values to show again, without passwords, files and internal fields. */
  readonly typed: Readonly<Record<string, string>>;
  /** Whether `typed` is complete. */
  readonly isTypedWhole: boolean;
  /** Whether a password is left out of `typed`. */
  readonly hasPassword: boolean;
  readonly token: string;
  /** See `computeAccountMark`. */
  readonly account: string;
  /** Id of the stored form that it came from, see `storeForm`. */
  readonly storedForm: string;
  /** Query of the page with the form. */
  readonly at: string;
}

/**
 * Reads a form up to a number of bytes, in either content type of browsers.
 *
 * @param locale of the page: files without an encoding are decoded by its legacy one
 * @param maxTyped maximum characters to show again, including field names; default: a form of ordinary length
 * @throws UnreadableBodyError when the form is too long or malformed
 */
export async function readSentForm(
  request: IncomingMessage,
  limit: number,
  locale: Locale,
  maxTyped: number = bodyLimits.form,
): Promise<SentForm> {
  const pairs = await readPairs(await readBody(request, limit), request.headers['content-type'] ?? '');
  const texts = new Map<string, string>();
  const files = new Map<string, string>();
  for (const { name, value } of pairs) {
    if (typeof value === 'string') texts.set(name, value.trim());
    else if (value.length > 0) files.set(name, decodeFileText(value, locale));
  }
  return sentForm(texts, createFields(texts, files), maxTyped);
}

/** A form with a file; only the other fields can be shown again. */
export const withFile = (texts: ReadonlyMap<string, string>, file: SentFile | null): SentForm =>
  sentForm(texts, withKey({ ...createFields(texts), file }), bodyLimits.form);

/** The key differs when another file is chosen. */
const withKey = (fields: Fields): Fields => ({ ...fields, key: fields.key + (fields.file?.hash ?? '') });

function sentForm(texts: ReadonlyMap<string, string>, fields: Fields, maxTyped: number): SentForm {
  const { text } = fields;
  const at = text(OWN_FIELDS.at);
  return {
    fields,
    ...typedIn(texts, maxTyped),
    hasPassword: [...texts.keys()].some(isPassword),
    token: text(OWN_FIELDS.token),
    account: text(OWN_FIELDS.account),
    storedForm: text(OWN_FIELDS.storedForm),
    at: at.length > MAX_AT ? '' : at,
  };
}

/** Maximum bytes of a form. */
export const getBodyLimit = ({ maxBody = bodyLimits.form }: Pick<Action, 'maxBody'>): number => maxBody;

/** Maximum characters of a form that are shown again. */
export const getTypedLimit = ({ restoresAll, maxBody = bodyLimits.form }: Action): number =>
  restoresAll === true ? maxBody : bodyLimits.form;

/** Fields in the form that actions read. */
export function createFields(
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string> = new Map(),
): Fields {
  const text = (name: string): string => texts.get(name) ?? '';
  return {
    text,
    ticked: (prefix) =>
      [...texts].flatMap(([name, value]) =>
        value === 'on' && name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
      ),
    content: (name) => files.get(name) ?? text(name),
    file: null,
    key: text(OWN_FIELDS.key),
  };
}

const isPassword = (name: string): boolean => name.includes('password');

function typedIn(texts: ReadonlyMap<string, string>, maxTyped: number): Pick<SentForm, 'typed' | 'isTypedWhole'> {
  const typed: [string, string][] = [];
  let left = maxTyped;
  let isTypedWhole = true;
  for (const [name, value] of texts) {
    if (name.startsWith('_') || isPassword(name)) continue;
    left -= name.length + value.length;
    if (left < 0) {
      isTypedWhole = false;
      break;
    }
    typed.push([name, value]);
  }
  return { typed: Object.fromEntries(typed), isTypedWhole };
}
