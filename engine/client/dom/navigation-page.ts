/** A page as `_nav=1` answers it; the same render as the page itself. */
export interface NavigationPage {
  readonly title: string;
  readonly locale: string;
  /** Of pages that are read from right to left. */
  readonly dir?: string;
  readonly canonical: string;
  readonly css: string;
  readonly theme: 'day' | 'ink';
  /** Addresses of modules that define its custom elements. */
  readonly behaviours: readonly string[];
  /** Inner markup of `body`. */
  readonly body: string;
}

/** What in-app navigation gets: a page, or where to go instead. */
export type NavigationAnswer =
  | {
      readonly kind: 'page';
      readonly page: NavigationPage;
      readonly status: number;
      /** Of a page that a form leads to; `null` where the page stands in place of the one that was asked for. */
      readonly address: string | null;
    }
  | { readonly kind: 'redirect'; readonly location: string; readonly reason?: 'experiment' };
