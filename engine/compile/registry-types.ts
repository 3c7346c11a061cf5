import type { ComponentType } from 'react';
import type { LayoutProps } from '#engine/block-kit/types.ts';
import type { CodeTexts } from '#engine/shared/engine-texts.ts';

/** A block for the compiler. */
export interface BlockEntry {
  /**
   * Its props are those of its own schema. One record holds all blocks, so their type is unknown here:
   * callers pass props that the generated validators have checked.
   */
  readonly component: ComponentType<never>;
  /** Compiled CSS module; empty when the block has none. */
  readonly css: string;
  /** The block's own fixed texts by key. */
  readonly strings: CodeTexts;
  /** Minified custom element; `null` for blocks without one. */
  readonly behaviour: string | null;
}

export interface LayoutEntry {
  readonly component: ComponentType<LayoutProps<never>>;
  readonly css: string;
}

/** Blocks by type; `undefined` for an unknown type. */
export type BlockRegistry = Readonly<Record<string, BlockEntry | undefined>>;
