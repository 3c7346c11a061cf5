import type { Locale } from '#schemas/generated/vocabulary.ts';

/** A piece of a text after inline markup was parsed and variables were filled in. */
export type TextPart =
  | string
  | { readonly tag: 'em' | 'strong'; readonly parts: readonly TextPart[] }
  | { readonly tag: 'br' }
  | { readonly tag: 'bar' }
  | { readonly tag: 'link'; readonly to: BoundTarget; readonly parts: readonly TextPart[] }
  | { readonly hole: string };

/** A text in one language, ready to render; plain data, so that islands can carry it. */
export interface LocalizedText {
  /** Language the words are really in: another one than the page's when a translation fell back. */
  readonly lang: Locale;
  readonly parts: readonly TextPart[];
}

/** Where a link leads, checked and bound to the page's locale and base path. */
export interface BoundTarget {
  readonly href: string;
  /** Leads to another host. */
  readonly external: boolean;
  /** Where it leads instead beside a field in which this country is chosen (S11): terms and privacy policy may differ. */
  readonly countries?: Readonly<Record<string, string>>;
  /**
   * Of terms or a privacy policy: what a form that shows the link says was accepted by it, such as `terms:2026-11-22`, by country; for all
   * others under the empty name.
   */
  readonly accepts?: Readonly<Record<string, string>>;
}
