import { createContext, useContext } from 'react';
import { UserError } from '#engine/shared/errors.ts';
import type { PageContext } from './types.ts';

const Page = createContext<PageContext | null>(null);

/** Provided by the compiler and the island runtime, never by blocks. */
export const PageProvider = Page.Provider;

/** The context of the page. Throws outside a page. */
export function usePage(): PageContext {
  const page = useContext(Page);
  if (page === null) throw new UserError('usePage() was called outside a page. Render the block through the compiler.');
  return page;
}
