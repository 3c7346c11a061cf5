import type { ComponentType } from 'react';
import type { LayoutProps } from '#engine/block-kit/types.ts';
import type { WordList } from '#engine/base/engine-words.ts';

/** A block as the compiler uses it. */
export interface BlockEntry {
  /**
   * Takes the props that its own schema describes. One record holds all of them, so nothing is known here:
   * who renders it hands over props which the generated validators have checked.
   */
  readonly component: ComponentType<never>;
  /** Compiled CSS module; empty when the block has none. */
  readonly css: string;
  /** The block's own fixed words by key. */
  readonly strings: WordList;
  /** Minified custom element; `null` for blocks without one. */
  readonly behaviour: string | null;
}

export interface LayoutEntry {
  readonly component: ComponentType<LayoutProps<never>>;
  readonly css: string;
}

/** Blocks by type; `undefined` for a type that no folder has. */
export type BlockRegistry = Readonly<Record<string, BlockEntry | undefined>>;
