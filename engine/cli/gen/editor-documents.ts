import type { GeneratorInput } from './source.ts';

export const landingsIn = ({ documents }: GeneratorInput): readonly string[] =>
  documents.filter((id) => id.startsWith('landings/'));

/** Pages and landings. */
export const shownIn = ({ documents }: GeneratorInput): readonly string[] =>
  documents.filter((id) => /^(?:landings|pages)\//.test(id));

/** Pages and landings with an address; a landing that does not expand is left out. */
export function linkableIn(source: GeneratorInput): readonly string[] {
  const hidden = new Set(source.bases.flatMap(({ id, isLinkable }) => (isLinkable ? [] : [id])));
  return shownIn(source).filter((id) => !hidden.has(id));
}
