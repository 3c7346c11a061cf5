import { useRenderSink } from './render-sink.ts';

/** What of the visitor's query a link on this page keeps, such as `&rc=ANNA`; to stand after a first parameter (D5). */
export function useVisitorQuery(): string {
  return useRenderSink()?.hole('query', 'attribute') ?? '';
}
