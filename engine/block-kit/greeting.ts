import { greetings } from '#schemas/generated/vocabulary.ts';
import { usePage } from './page-context.ts';

/** Whether a journey knows the name that texts with `{name}` greet with. Blocks that ask have the facet `greeting` in their schema. */
export function useGreeting(): boolean {
  const { facets } = usePage();
  return greetings.some(({ facet, value }) => facets[facet] === value);
}
