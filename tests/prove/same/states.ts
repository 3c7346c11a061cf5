import { consentCookie } from './people.ts';
import type { TestedServer } from './tested-server.ts';
import { combinations, type Languages, plainState, type State, type Walk } from './walk.ts';

/** Milliseconds between two documents with codes: look-ups of one code are limited in time. */
export const LIMITS_ARE_OVER = 600_000;

/** All languages for what one thing decides; few for what several decide together, which are seen apart in all. */
export function selectLanguages({ label, query }: State): Languages {
  const parts = query.length + (label === '' ? 0 : 1);
  if (parts === 0) return {};
  return parts === 1 ? { navigation: ['', '/de'] } : few;
}
export const few: Languages = { full: ['', '/de', '/pl'], navigation: [''] };

export const codes: readonly State[] = [
  plainState,
  { ...plainState, query: ['rc=CERCLE-2026'] },
  { ...plainState, query: ['rc=ANNA-50'] },
];
export const products: readonly State[] = [plainState, { ...plainState, query: ['pdp=4711'] }];
const reasons: readonly State[] = [plainState, { ...plainState, query: ['reason=failed'] }];
const inWebView = `redirectUrl=${encodeURIComponent('/login?redirect_uri=example.app://done')}`;
const webViews: readonly State[] = [plainState, { ...plainState, query: [inWebView] }];

/** The states that the facets of the document at an address distinguish. */
export async function listStates(
  walk: Walk,
  address: string,
  consents: readonly State[],
  base: State = plainState,
): Promise<readonly State[]> {
  const decided = await walk.look('', address, base);
  const facets = new Set(Object.keys(decided?.facets ?? {}));
  return combinations(
    [base],
    facets.has('code') || facets.has('inviter') ? codes : [],
    facets.has('product') ? products : [],
    facets.has('activation') ? reasons : [],
    facets.has('webView') ? webViews : [],
    facets.has('consent') || decided === null ? consents : [],
  );
}

/** Without and with an answer to the question of consent. */
export async function consentStates(server: TestedServer): Promise<readonly State[]> {
  return [
    plainState,
    { label: 'refusal', query: [], cookies: await consentCookie(server, 'none') },
    { label: 'consent', query: [], cookies: await consentCookie(server, 'all') },
  ];
}
