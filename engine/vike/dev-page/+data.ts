import type { PageContextServer } from 'vike/types';
import type { Overview } from './overview.ts';

/** Data of the part, passed on by the development server. */
export function data(pageContext: PageContextServer): Overview {
  // The checked edge: set by `commands/development/dev-page.ts`; Vike's type does not contain it.
  return (pageContext as PageContextServer & { readonly overview: Overview }).overview;
}
