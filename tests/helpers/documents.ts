import { everything } from './everything.ts';
import { readFileSync } from 'node:fs';
import { listPaths } from '#engine/documents/list-paths.ts';
import { locales, type Locale } from '#schemas/generated/vocabulary.ts';

export interface PageCase {
  /** Document id, such as `pages/about-us`. */
  readonly id: string;
  readonly locale: Locale;
  /** Path after the language prefix. */
  readonly route: string;
  /** Path to request; English has no prefix. */
  readonly path: string;
  /** What it is answered with. */
  readonly status: number;
}

interface WrittenDocument {
  readonly route?: string;
  readonly slug?: string;
  readonly status?: number;
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

/** The languages that break a layout first: the longest words, and the letters beyond Latin-1. All of them when nothing is left out. */
export const hardLocales: readonly Locale[] = everything ? locales : ['de', 'pl'];

/** Every `step`-th of these, from the one at `first` on; all of them when nothing is left out. */
export function pickSample<Item>(items: readonly Item[], step: number, first = 0): readonly Item[] {
  return everything ? items : items.filter((_, index) => index % step === first);
}

/** What the colour of an image is called before the image is there. */
const IMAGE = /^placeholder-/;

/**
 * A few documents that together show every element and every style class which any of these pages has: a mistake of a layout or a
 * block is on one of them. All of them when nothing is left out.
 *
 * @param pages In one language.
 * @param origin Of a server that sends them.
 */
export async function showingEverything(pages: readonly PageCase[], origin: string): Promise<ReadonlySet<string>> {
  if (everything) return new Set(pages.map(({ id }) => id));
  const shown = new Map(
    await Promise.all(pages.map(async ({ id, path }) => [id, await shownOn(origin + path)] as const)),
  );
  const unseen = new Set([...shown.values()].flatMap((names) => [...names]));
  const chosen = new Set<string>();
  const gain = (id: string): number => [...(shown.get(id) ?? [])].filter((name) => unseen.has(name)).length;
  while (unseen.size > 0) {
    const best = [...shown.keys()].reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.add(best);
    for (const name of shown.get(best) ?? []) unseen.delete(name);
  }
  return chosen;
}

async function shownOn(url: string): Promise<ReadonlySet<string>> {
  const html = await (await fetch(url, { redirect: 'manual' })).text();
  const classes = [...html.matchAll(/\sclass="([^"]+)"/g)].flatMap(([, names = '']) => names.split(/\s+/));
  const elements = [...html.matchAll(/<[a-z][a-z\d-]*/g)].map(([name]) => name);
  return new Set([...elements, ...classes.filter((name) => !IMAGE.test(name))]);
}

/** Whether it is this page's turn: one language of each document, all languages one after another. */
export function inTurn({ id, locale }: PageCase): boolean {
  return locale === locales[chooseTurn(id) % locales.length];
}

/** One of these for each document, in turn; all of them when nothing is left out. */
export function oneInTurn<Item>({ id }: PageCase, items: readonly Item[]): readonly Item[] {
  const turn = chooseTurn(id) % items.length;
  return everything ? items : items.slice(turn, turn + 1);
}

function chooseTurn(id: string): number {
  return [...id].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
}

function pageCases(wanted: (guards: readonly string[]) => boolean): PageCase[] {
  const files = listPaths('.', 'pages-config/{pages,landings}/**/*.json');
  return files.flatMap((file) => {
    const id = file.slice('pages-config/'.length, -'.json'.length);
    const { route, slug, status = 200, guards = [] } = JSON.parse(readFileSync(file, 'utf8')) as WrittenDocument;
    const address = id === 'landings/default' ? '/' : (route ?? (slug === undefined ? undefined : `/${slug}`));
    if (!wanted(guards.map(({ name }) => name))) return [];
    return address === undefined ? [] : locales.map((locale) => pageCase({ id, locale, route: address, status }));
  });
}

function pageCase(page: Omit<PageCase, 'path'>): PageCase {
  const { locale, route } = page;
  const prefix = locale === 'en' ? '' : `/${locale}`;
  return { ...page, path: route === '/' && prefix !== '' ? prefix : prefix + route };
}
