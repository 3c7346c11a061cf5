import { useRenderSink } from './render-sink.ts';

/** A visitor's value in an attribute, such as the end of a link's query; empty outside compilation. */
export function useAttributeValue(name: string): string {
  return useRenderSink()?.hole(name, 'attribute') ?? '';
}
