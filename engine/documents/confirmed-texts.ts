import { sha256 } from '#engine/base/hash.ts';

/** Where it is kept what people confirmed about translations, by language and key: a mark of the source they compared with. */
export const CONFIRMED_FILE = 'locales/confirmed.json';

/** Another wording of the source has another mark. */
export const markOfSource = (text: string): string => sha256(text).slice(0, 12);
