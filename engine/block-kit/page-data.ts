import type { PageContext } from './types.ts';

/** Data of a compiled page for its islands, as JSON in the element `#page-data`. */
export interface PageData {
  /** Document without variations, and language: `<id>___<locale>`. */
  readonly route: string;
  readonly page: PageContext;
  /** Texts for later states of the page, by name, in its language. */
  readonly words: Readonly<Record<string, string>>;
  readonly basePath: string;
  /** Whether a tag manager is configured; only pages with consent load it. */
  readonly tagManager?: true;
  /** Addresses of client modules. */
  readonly modules: { readonly islands: string; readonly tracking: string };
  /** Field values of this visitor; last, so that everything before can be shared. */
  readonly typed?: { readonly form: string; readonly values: Readonly<Record<string, string>> };
}
