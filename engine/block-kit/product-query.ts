import { useRenderSink } from './render-sink.ts';

/** Query of a link to a product (S7): its number, and what the visitor's query holds beside one, such as `?pdp=12&rc=ANNA` (P5). */
export function useProductQuery(product: string): string {
  return `?pdp=${product}${useRenderSink()?.hole('productQuery', 'attribute') ?? ''}`;
}
