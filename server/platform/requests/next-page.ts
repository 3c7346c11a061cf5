/** Parameter of a page that shows a form again, whose sender had to sign in; its value is a random id. */
export const STORED_FORM_PARAMETER = 'kept';

/** Where a user goes on to after signing in, as a path and query that may be anything: the path of a page, and the form that is kept for it. */
export function readNext(next: string): { readonly path: string; readonly query: Readonly<Record<string, string>> } {
  const [path = '', query = ''] = next.split('?');
  const stored = new URLSearchParams(query).get(STORED_FORM_PARAMETER) ?? '';
  return { path, query: /^[\w-]{1,64}$/.test(stored) ? { [STORED_FORM_PARAMETER]: stored } : {} };
}
