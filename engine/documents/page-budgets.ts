import { isObject } from './json.ts';

/** What a page may weigh in any language, in bytes on the wire. */
export interface PageBudgets {
  /** The page itself after Brotli. */
  readonly page: number;
  /** All that a phone loads before anybody scrolls. */
  readonly firstScreen: number;
}

const DEFAULTS: PageBudgets = { page: 25_600, firstScreen: 200_000 };

/** Those of the site document's `weight`, whatever else may be written there. */
export function pageBudgets(written: unknown): PageBudgets {
  const own = (name: keyof PageBudgets): number => {
    const value = isObject(written) ? written[name] : undefined;
    return typeof value === 'number' ? value : DEFAULTS[name];
  };
  return { page: own('page'), firstScreen: own('firstScreen') };
}
