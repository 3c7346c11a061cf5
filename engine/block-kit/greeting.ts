import { greetings } from '#schemas/generated/vocabulary.ts';
import { usePage } from './page-context.ts';

/** Whether a journey knows the visitor's name, for texts with `{name}`. Blocks that use it declare the facet `greeting` in their schema. */
export function useGreeting(): boolean {
  const { facets } = usePage();
  return greetings.some(({ facet, value }) => facets[facet] === value);
}
