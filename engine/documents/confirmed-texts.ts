import { sha256 } from '#engine/shared/hash.ts';

/** File of confirmed translations, by language and key, with a mark of the source text. */
export const CONFIRMED_FILE = 'locales/confirmed.json';

/** Mark of a translation that was compared with a source text, which has another mark once it changes. */
export const hashSourceText = (text: string): string => sha256(text).slice(0, 12);

/**
 * Mark of a translation that is meant to be the text of another language, for this source text and these words: once one of them changes,
 * the mark is another one.
 */
export const markSameText = (source: string, words: string): string => `=${hashSourceText(`${source}\0${words}`)}`;
