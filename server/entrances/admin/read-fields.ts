import type { Fields } from '#server/admin/room.ts';
import { OWN_FIELDS } from './asking.ts';

/** What a form sent: fields, and the contents of its files as text. */
export interface SentForm {
  readonly fields: Fields;
  /** To be shown again: no password, no file, nothing of the form's own. */
  readonly typed: Readonly<Record<string, string>>;
  readonly token: string;
  /** Query of the page that it stood on. */
  readonly at: string;
}

/**
 * Reads a form in either of the types that browsers send (HTML, 4.10.21.7). The platform knows both; rejects a body that is neither.
 *
 * @throws TypeError when the body is not what its type says
 */
export async function readSentForm(body: Buffer, contentType: string): Promise<SentForm> {
  const data = await new Response(new Uint8Array(body), { headers: { 'Content-Type': contentType } }).formData();
  const texts = new Map<string, string>();
  const files = new Map<string, string>();
  for (const [name, value] of data) {
    if (typeof value === 'string') texts.set(name, value.trim());
    else if (value.size > 0) files.set(name, await value.text());
  }
  const text = (name: string): string => texts.get(name) ?? '';
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
    typed: Object.fromEntries([...texts].filter(([name]) => !name.startsWith('_') && !name.includes('password'))),
    token: text(OWN_FIELDS.token),
    at: text(OWN_FIELDS.at),
  };
}
