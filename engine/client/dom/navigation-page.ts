/** The JSON representation of a page (`_nav=1`), from the same rendering. */
export interface NavigationPage {
  readonly title: string;
  readonly locale: string;
  /** For right-to-left pages. */
  readonly dir?: string;
  readonly canonical: string;
  readonly css: string;
  readonly theme: 'day' | 'ink';
  /** Id of a brand other than the site's. */
  readonly brand?: string;
  /** Addresses of modules that define custom elements. */
  readonly behaviours: readonly string[];
  /** Its content policy allows more than that of other pages. */
  readonly hasOwnPolicy?: true;
  /** Inner HTML of `body`. */
  readonly body: string;
}

/** Response to in-app navigation: a page or a redirect. */
export type NavigationResponse =
  | {
      readonly kind: 'page';
      readonly page: NavigationPage;
      readonly status: number;
      /** Address after a form's redirect; `null` when the page replaces the requested one. */
      readonly address: string | null;
    }
  | { readonly kind: 'redirect'; readonly location: string; readonly reason?: 'experiment' };
