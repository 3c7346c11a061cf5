/** Parameter of a page that shows a stored form after sign-in; its value is a random id. */
export const STORED_FORM_PARAMETER = 'kept';

/** Splits a redirect target after sign-in, which is untrusted, into the path of a page and the id of a stored form. */
export function readNext(next: string): { readonly path: string; readonly query: Readonly<Record<string, string>> } {
  const [path = '', query = ''] = next.split('?');
  const stored = new URLSearchParams(query).get(STORED_FORM_PARAMETER) ?? '';
  return { path, query: /^[\w-]{1,64}$/.test(stored) ? { [STORED_FORM_PARAMETER]: stored } : {} };
}
