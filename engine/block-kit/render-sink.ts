import { createContext, useContext } from 'react';
import type { HoleContext, TailValue } from '#engine/shared/hole.ts';
import type { IconName } from './icons.ts';
import type { BoundImage } from './types.ts';

/** Takes note of what a rendering needs beside its markup. The browser has none: there everything is in place already. */
export interface RenderSink {
  noteIcon(name: IconName): void;
  /** Returns the marker that is in the markup until the page is cut at its holes. */
  hole(name: string, context: HoleContext): string;
  tail(value: TailValue): void;
  /** An image of the first screen, which is loaded before anybody scrolls. */
  noteFirstImage(image: BoundImage): void;
  /** The page needs `blocks/sections.css`. */
  noteSection?(): void;
  /** Returns the class that paints an image's mean colour until the image is there, and says what of it stays in view. */
  placeholderClass(look: string): string;
}

/** How an image looks before it is there, such as `#7a7a7a`, with its focal point `#7a7a7a-25-40`. */
export const readImageLook = ({ colour, focus }: Pick<BoundImage, 'colour' | 'focus'>): string =>
  focus === undefined ? colour : `${colour}-${focus.x}-${focus.y}`;

/** Class of such a look. */
export function placeholderClass(look: string): string {
  return `placeholder-${look.slice(1)}`;
}

/** Its style rule. */
export function renderPlaceholderRule(look: string): string {
  const [colour = '', x, y] = look.split('-');
  const position = x === undefined ? '' : `;object-position:${x}% ${y}%`;
  return `.${placeholderClass(look)}{background-color:${colour}${position}}`;
}

const Sink = createContext<RenderSink | null>(null);

export const RenderSinkProvider = Sink.Provider;

export function useRenderSink(): RenderSink | null {
  return useContext(Sink);
}
