import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { ReactNode } from 'react';
import type { BoundTarget, LocalizedText } from '#engine/i18n/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { BoundForm } from './form-types.ts';

export type { BoundTarget, LocalizedText, TextPart } from '#engine/i18n/types.ts';

export interface BoundLink {
  readonly label: LocalizedText;
  readonly to: BoundTarget;
}

export interface ImageSource {
  readonly type: 'image/avif' | 'image/webp' | 'image/jpeg';
  /** Ready `srcset` value with widths. */
  readonly srcSet: string;
  /** Media condition of the narrow crop; absent for the main crop. */
  readonly media?: string;
  readonly width: number;
  readonly height: number;
}

export interface BoundImage {
  /** Most modern format first, narrow crops before the main crop. */
  readonly sources: readonly ImageSource[];
  /** Fallback for `img`. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** `null` for a decorative image. */
  readonly alt: LocalizedText | null;
  /** Mean colour as `#rrggbb`. */
  readonly colour: string;
  /** What stays in view where a part of it is shown, in percent; the middle when left out. */
  readonly focus?: { readonly x: number; readonly y: number };
}

/** What every block component receives beside its own props. */
export interface BlockBaseProps<StringKey extends string> {
  readonly id: string;
  /** The block's own fixed words, from its `strings.json`. */
  readonly strings: Readonly<Record<StringKey, LocalizedText>>;
  readonly children?: ReactNode;
}

/** What a block with slots receives: rendered blocks by slot, empty slots left out. */
export interface SlottedProps<Slot extends string> {
  readonly slots: Readonly<Partial<Record<Slot, ReactNode>>>;
}

/** What every layout component receives: rendered blocks by area, absent areas left out. */
export interface LayoutProps<Area extends string> {
  readonly areas: Readonly<Partial<Record<Area, ReactNode>>>;
  /** The engine's own words for every page, such as the skip link. */
  readonly strings: Readonly<Record<'skipToContent', LocalizedText>>;
}

/** One entry of the language menu. */
export interface LanguageOption {
  readonly locale: Locale;
  /** The language's own name, such as `Deutsch`. */
  readonly name: string;
  readonly href: string;
  readonly current: boolean;
}

/** What a block may know about the page it is on. */
export interface PageContext {
  readonly locale: Locale;
  /** Id of the document that is shown, such as `landings/default`; several variations of experiments with a blank between them. */
  readonly document: string;
  /** Path without base path and locale prefix. */
  readonly path: string;
  readonly homeHref: string;
  readonly siteName: string;
  readonly shortName: string;
  readonly theme: 'day' | 'ink';
  readonly facets: Readonly<Record<string, string>>;
  readonly languages: readonly LanguageOption[];
  /** Where forms post to, before the use case's name, such as `/de/do/`. */
  readonly actionBase: string;
  /** The forms that the page's blocks announce. */
  readonly forms: Readonly<Partial<Record<ShownForm, BoundForm>>>;
}
