import type { Site } from '#engine/documents/types.ts';

/** Letters, marks and digits; missing punctuation and arrows come from the next font of the stack. */
const LETTER = /[\p{L}\p{M}\p{N}]/gu;

/** Characters of a site's texts, in files and inline, sorted. */
export function collectLetters({
  texts,
  documents,
  config,
}: Pick<Site, 'texts' | 'documents' | 'config'>): readonly string[] {
  const letters = new Set<string>();
  const read = (text: string): void => {
    for (const [letter] of text.matchAll(LETTER)) letters.add(letter);
  };
  for (const ofLocale of texts.values()) for (const text of ofLocale.values()) read(text);
  for (const { blocks, meta } of documents.values()) read(JSON.stringify([blocks, meta]));
  read(JSON.stringify(config));
  return [...letters].toSorted();
}
