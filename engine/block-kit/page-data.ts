import type { PageContext } from './types.ts';

/** What a compiled page tells its islands, as JSON in the element `#page-data`. */
export interface PageData {
  readonly page: PageContext;
  /** Texts of later states by name, as i18next takes them. */
  readonly words: Readonly<Record<string, string>>;
  readonly basePath: string;
  /** Addresses of the client's own modules. */
  readonly modules: { readonly islands: string; readonly navigation: string; readonly experiments: string };
}
