import { sha256 } from '#engine/shared/hash.ts';

/** File of confirmed translations, by language and key, with a hash of the source text. */
export const CONFIRMED_FILE = 'locales/confirmed.json';

/** Hash of the source text that a translation was compared with. */
export const hashSourceText = (text: string): string => sha256(text).slice(0, 12);

/** Hash that confirms a translation equal to the text of another language, over both texts: it is invalid once one of them changes. */
export const markSameText = (source: string, words: string): string => `=${hashSourceText(`${source}\0${words}`)}`;
