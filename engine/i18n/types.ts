import type { Locale } from '#schemas/generated/vocabulary.ts';

/** A part of a text with parsed markup and filled variables. */
export type TextPart =
  | string
  | { readonly tag: 'em' | 'strong' | 's'; readonly parts: readonly TextPart[] }
  | { readonly tag: 'br' }
  | { readonly tag: 'bar' }
  | { readonly tag: 'link'; readonly to: BoundTarget; readonly parts: readonly TextPart[] }
  | { readonly hole: string };

/** A text in one language, ready to render; plain data for islands. */
export interface LocalizedText {
  /** Actual language of the text: differs from the page's after a fallback. */
  readonly lang: Locale;
  readonly parts: readonly TextPart[];
}

/** A target, checked and bound to the page's locale and base path. */
export interface BoundTarget {
  readonly href: string;
  /** An absolute URL. */
  readonly external: boolean;
  /** Targets by the country selected in a form (S11): terms and privacy policy may differ. */
  readonly countries?: Readonly<Record<string, string>>;
  /**
   * For terms or a privacy policy: the accepted version that a form sends, such as `terms:2026-11-22`, by country; the default has
   * the empty key.
   */
  readonly accepts?: Readonly<Record<string, string>>;
}
