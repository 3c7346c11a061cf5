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
  /** `srcset` value with widths. */
  readonly srcSet: string;
  /** Media query of the narrow crop; absent for the main crop. */
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
  /** Focal point in percent; default: the centre. */
  readonly focus?: { readonly x: number; readonly y: number };
}

/** A video of the site. Addresses begin with the base path. */
export interface BoundVideo {
  readonly src: string;
  readonly type: 'video/mp4' | 'video/webm';
  /** In every language of the site, that of the page first; empty for a video without sound. */
  readonly captions: readonly { readonly lang: string; readonly label: string; readonly src: string }[];
}

/** Props of every block component beside its own. */
export interface BlockBaseProps<StringKey extends string> {
  readonly id: string;
  /** Texts of the block from its `strings.json`. */
  readonly strings: Readonly<Record<StringKey, LocalizedText>>;
  readonly children?: ReactNode;
}

/** Additional props of a block with slots: rendered blocks by slot, without empty slots. */
export interface SlottedProps<Slot extends string> {
  readonly slots: Readonly<Partial<Record<Slot, ReactNode>>>;
}

/** Props of every layout component: rendered blocks by area, without absent areas. */
export interface LayoutProps<Area extends string> {
  readonly areas: Readonly<Partial<Record<Area, ReactNode>>>;
  /** Texts of the engine for all pages, such as the skip link. */
  readonly strings: Readonly<Record<'skipToContent', LocalizedText>>;
}

/** An entry of the language menu. */
export interface LanguageOption {
  readonly locale: Locale;
  /** The language's own name, such as `Deutsch`. */
  readonly name: string;
  readonly href: string;
  readonly current: boolean;
}

/** The page of a block. */
export interface PageContext {
  readonly locale: Locale;
  /** Id of the rendered document, such as `landings/default`; variations of several experiments are separated by spaces. */
  readonly document: string;
  /** Path without base path and locale prefix. */
  readonly path: string;
  readonly homeHref: string;
  readonly siteName: string;
  readonly shortName: string;
  readonly theme: 'day' | 'ink';
  readonly facets: Readonly<Record<string, string>>;
  readonly languages: readonly LanguageOption[];
  /** Prefix of form targets, such as `/de/do/`. */
  readonly actionBase: string;
  /** Forms of the page's blocks. */
  readonly forms: Readonly<Partial<Record<ShownForm, BoundForm>>>;
}
