import { globSync, readFileSync } from 'node:fs';
import { locales, type Locale } from '#schemas/generated/vocabulary.ts';

export interface PageCase {
  /** Document id, such as `pages/about-us`. */
  readonly id: string;
  readonly locale: Locale;
  /** Path after the language prefix. */
  readonly route: string;
  /** Path to request; English has no prefix. */
  readonly path: string;
}

interface WrittenDocument {
  readonly route?: string;
  readonly slug?: string;
}

/** Every document of `pages-config/` that has an address of its own, in every language. */
export function pageCases(): PageCase[] {
  const files = globSync('pages-config/{pages,landings}/**/*.json').toSorted();
  return files.flatMap((file) => {
    const id = file.slice('pages-config/'.length, -'.json'.length);
    const { route, slug } = JSON.parse(readFileSync(file, 'utf8')) as WrittenDocument;
    const address = id === 'landings/default' ? '/' : (route ?? (slug === undefined ? undefined : `/${slug}`));
    return address === undefined ? [] : locales.map((locale) => pageCase(id, locale, address));
  });
}

function pageCase(id: string, locale: Locale, route: string): PageCase {
  const prefix = locale === 'en' ? '' : `/${locale}`;
  return { id, locale, route, path: route === '/' && prefix !== '' ? prefix : prefix + route };
}
