import type { PageContext } from '#engine/block-kit/types.ts';
import type { ClientCore } from '../core/index.ts';

/** What became of a form, as far as the browser can show it by itself. */
export type FormAnswer =
  /** To another screen of the site, by its path without a language. */
  | { readonly to: string; readonly query?: Readonly<Record<string, string>> }
  /** The same page again, with what is to be mended. */
  | { readonly errors: readonly FieldText[] }
  /** Asked too often; what was typed stays, to be sent again later. */
  | 'too-many-tries'
  /** Only a page of the server can tell; the form is posted for it. */
  | 'ask-page';

interface FieldText {
  readonly field: string;
  /** In the page's language. */
  readonly text: string;
}

/** Sends what a form holds. Rejects when there is no answer, or one that a form cannot show. */
export type FormOperation = (core: ClientCore, fields: FormData, page: PageContext) => Promise<FormAnswer>;
