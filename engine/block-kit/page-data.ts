import type { PageContext } from './types.ts';

/** What a compiled page tells its islands, as JSON in the element `#page-data`. */
export interface PageData {
  readonly page: PageContext;
  /** Texts of states that the page may come into later, by name, in its language. */
  readonly words: Readonly<Record<string, string>>;
  readonly basePath: string;
  /** Addresses of the client's own modules. */
  readonly modules: { readonly islands: string; readonly experiments: string };
  /** What stands in the fields of a form for this visitor alone; last, so that everything before it is the same for all. */
  readonly typed?: { readonly form: string; readonly values: Readonly<Record<string, string>> };
}
