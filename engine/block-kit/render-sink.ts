import { createContext, useContext } from 'react';
import type { HoleContext, TailValue } from '#engine/base/hole.ts';
import type { IconName } from './icons.ts';
import type { BoundImage } from './types.ts';

/** Takes note of what a rendering needs beside its markup. The browser has none: there everything is in place already. */
export interface RenderSink {
  noteIcon(name: IconName): void;
  /** Returns the marker that is in the markup until the page is cut at its holes. */
  hole(name: string, context: HoleContext): string;
  tail(value: TailValue): void;
  /** A picture of the first screen, which is loaded before anybody scrolls. */
  noteFirstPicture(image: BoundImage): void;
  /** The page needs `blocks/sections.css`. */
  noteSection?(): void;
  /** Returns the class that paints a picture's mean colour until the picture is there. */
  placeholderClass(colour: string): string;
}

/** Class that paints a picture's mean colour. */
export function placeholderClass(colour: string): string {
  return `placeholder-${colour.slice(1)}`;
}

const Sink = createContext<RenderSink | null>(null);

export const RenderSinkProvider = Sink.Provider;

export function useRenderSink(): RenderSink | null {
  return useContext(Sink);
}
