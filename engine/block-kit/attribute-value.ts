import { useRenderSink } from './render-sink.ts';

/** The place of a visitor's value in an attribute, such as the end of a link's query; empty where nothing is cut, as in browsers. */
export function useAttributeValue(name: string): string {
  return useRenderSink()?.hole(name, 'attribute') ?? '';
}
