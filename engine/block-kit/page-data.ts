import type { PageContext } from './types.ts';

/** What a compiled page hands its islands, as JSON in the element `#page-data`. */
export interface PageData {
  /** The document, without variations, and the language: `<id>___<locale>`. */
  readonly route: string;
  readonly page: PageContext;
  /** Texts of states that the page may come into later, by name, in its language. */
  readonly words: Readonly<Record<string, string>>;
  readonly basePath: string;
  /** A tag manager is configured, which only a page that is loaded with consent may have. */
  readonly tagManager?: true;
  /** Addresses of the client's own modules. */
  readonly modules: { readonly islands: string; readonly tracking: string };
  /** What is in the fields of a form for this visitor alone; last, so that everything before it is the same for all. */
  readonly typed?: { readonly form: string; readonly values: Readonly<Record<string, string>> };
}
