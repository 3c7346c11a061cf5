import type { PageContextServer } from 'vike/types';
import type { Overview } from './overview.ts';

/** What the part shows, which the server of development has handed over with the address. */
export function data(pageContext: PageContextServer): Overview {
  // The checked edge: `commands/development/dev-page.ts` has; Vike's own type does not know it.
  return (pageContext as PageContextServer & { readonly overview: Overview }).overview;
}
