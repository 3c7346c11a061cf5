import { sha256 } from '#engine/shared/hash.ts';

/** File of confirmed translations, by language and key, with a hash of the source text. */
export const CONFIRMED_FILE = 'locales/confirmed.json';

/** A changed source text has another hash. */
export const hashSourceText = (text: string): string => sha256(text).slice(0, 12);
