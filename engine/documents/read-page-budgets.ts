import { isObject } from './json.ts';
import type { PageWeight } from './types.ts';

/** Size budgets of a page in any language, in bytes as sent. */
export interface PageBudgets {
  /** The page itself after Brotli. */
  readonly page: number;
  /** Everything that a phone loads before the first scroll. */
  readonly firstScreen: number;
}

const DEFAULTS: PageBudgets = { page: 25_600, firstScreen: 200_000 };

/** The valid entries of the site document's `weight`. */
export function readPageBudgets(written: unknown): PageBudgets {
  const own = (name: keyof PageBudgets): number => {
    const value = isObject(written) ? written[name] : undefined;
    return typeof value === 'number' ? value : DEFAULTS[name];
  };
  return { page: own('page'), firstScreen: own('firstScreen') };
}

/** Bytes that a phone loads before scrolling; `null` while one of the images does not exist. */
export const sumFirstScreen = ({
  html,
  scripts,
  images,
}: Pick<PageWeight, 'html' | 'scripts' | 'images'>): number | null =>
  images === null ? null : html + scripts + images;
