import { afterEach, expect, test, vi } from 'vitest';
import type { NavigationPage } from '../dom/navigation-page.ts';
import { loadPage } from './load-page.ts';

const html = { dataset: {} as Record<string, string> };
vi.stubGlobal('document', { documentElement: html });
vi.stubGlobal('location', { href: 'https://www.example.com/en', origin: 'https://www.example.com' });

const plain: NavigationPage = {
  title: 'Films',
  locale: 'en',
  canonical: 'https://www.example.com/en/films',
  css: '',
  theme: 'day',
  behaviours: [],
  body: '<main></main><script type="application/json" id="page-data">{}</script>',
};

afterEach(() => vi.restoreAllMocks());

const target = new URL('https://www.example.com/en/films');

async function load(page: NavigationPage): Promise<string> {
  const known = { kind: 'page', page, status: 200, address: null } as const;
  return (await loadPage(target, '/', new AbortController().signal, known)).kind;
}

test('A page is shown in place, unless it has no client or its content policy allows what the policy of this page does not', async () => {
  expect(await load(plain)).toBe('page');
  expect(await load({ ...plain, body: '<main></main>' })).toBe('leave');
  expect(await load({ ...plain, hasOwnPolicy: true })).toBe('leave');
});

test('A page of another brand is loaded in full, one of the same brand is shown in place', async () => {
  const branded = { ...plain, brand: 'brands/osteria' };
  expect(await load(branded)).toBe('leave');
  html.dataset['brand'] = 'brands/osteria';
  expect(await load(branded)).toBe('page');
  expect(await load(plain)).toBe('leave');
  delete html.dataset['brand'];
});
