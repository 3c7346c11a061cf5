import { createContext, useContext } from 'react';
import type { HoleContext, TailValue } from '#engine/shared/hole.ts';
import type { IconName } from './icons.ts';
import type { BoundImage } from './types.ts';

/** Collects what rendering needs beside markup. Absent in browsers, where everything is in place. */
export interface RenderSink {
  noteIcon(name: IconName): void;
  /** Returns a marker for the markup, at which the page is split into holes. */
  hole(name: string, context: HoleContext): string;
  tail(value: TailValue): void;
  /** An image above the fold, to be preloaded. */
  noteFirstImage(image: BoundImage): void;
  /** The page needs `blocks/sections.css`. */
  noteSection?(): void;
  /** Returns the class with an image's mean colour as placeholder and its focal point. */
  placeholderClass(look: string): string;
}

/** Placeholder of an image, such as `#7a7a7a`, with focal point `#7a7a7a-25-40`. */
export const readImageLook = ({ colour, focus }: Pick<BoundImage, 'colour' | 'focus'>): string =>
  focus === undefined ? colour : `${colour}-${focus.x}-${focus.y}`;

/** Class of a placeholder. */
export function getPlaceholderClass(look: string): string {
  return `placeholder-${look.slice(1)}`;
}

/** CSS rule of a placeholder. */
export function renderPlaceholderRule(look: string): string {
  const [colour = '', x, y] = look.split('-');
  const position = x === undefined ? '' : `;object-position:${x}% ${y}%`;
  return `.${getPlaceholderClass(look)}{background-color:${colour}${position}}`;
}

const Sink = createContext<RenderSink | null>(null);

export const RenderSinkProvider = Sink.Provider;

export function useRenderSink(): RenderSink | null {
  return useContext(Sink);
}
