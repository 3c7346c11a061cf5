import type { GeneratorInput } from './source.ts';

export const listLandings = ({ documents }: GeneratorInput): readonly string[] =>
  documents.filter((id) => id.startsWith('landings/'));

/** Pages and landings. */
export const listShownDocuments = ({ documents }: GeneratorInput): readonly string[] =>
  documents.filter((id) => /^(?:landings|pages)\//.test(id));

/** Pages and landings with an address; a landing that does not expand is left out. */
export function listLinkableDocuments(source: GeneratorInput): readonly string[] {
  const hidden = new Set(source.bases.flatMap(({ id, isLinkable }) => (isLinkable ? [] : [id])));
  return listShownDocuments(source).filter((id) => !hidden.has(id));
}
