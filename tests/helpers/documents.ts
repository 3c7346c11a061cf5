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
  readonly guards?: readonly { readonly name: string }[];
}

/** Guards that let a visitor pass who comes for the first time, by typing the address. */
const openGuards = ['forbidden-referrer', 'locale'];

/** Every document of `pages-config/` that anybody can open by its address, in every language. */
export function openPages(): PageCase[] {
  return pageCases((guards) => guards.every((name) => openGuards.includes(name)));
}

/** Every document that needs a token, a session or an account, in every language. */
export function guardedPages(): PageCase[] {
  return pageCases((guards) => guards.some((name) => !openGuards.includes(name)));
}

/** Set by `npm run prove -- every-page`, which takes no samples. */
export const everything = process.env['EVERY_PAGE'] === 'yes';

/** Whether it is this page's turn: one language of each document, all languages one after another. */
export function inTurn({ id, locale }: PageCase): boolean {
  return locale === locales[turnOf(id) % locales.length];
}

/** One of these for each document, in turn; all of them when nothing is left out. */
export function oneInTurn<Item>({ id }: PageCase, items: readonly Item[]): readonly Item[] {
  const turn = turnOf(id) % items.length;
  return everything ? items : items.slice(turn, turn + 1);
}

function turnOf(id: string): number {
  return [...id].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
}

function pageCases(wanted: (guards: readonly string[]) => boolean): PageCase[] {
  const files = globSync('pages-config/{pages,landings}/**/*.json').toSorted();
  return files.flatMap((file) => {
    const id = file.slice('pages-config/'.length, -'.json'.length);
    const { route, slug, guards = [] } = JSON.parse(readFileSync(file, 'utf8')) as WrittenDocument;
    const address = id === 'landings/default' ? '/' : (route ?? (slug === undefined ? undefined : `/${slug}`));
    if (!wanted(guards.map(({ name }) => name))) return [];
    return address === undefined ? [] : locales.map((locale) => pageCase(id, locale, address));
  });
}

function pageCase(id: string, locale: Locale, route: string): PageCase {
  const prefix = locale === 'en' ? '' : `/${locale}`;
  return { id, locale, route, path: route === '/' && prefix !== '' ? prefix : prefix + route };
}
