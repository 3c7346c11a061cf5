import { inject, test } from 'vitest';
import { inTurn, openPages } from '#tests/helpers/documents.ts';
import { everything } from '#tests/helpers/everything.ts';

const origin = inject('origin');
/** Each document in one language, and what is shown in place of a page. */
const pages = openPages().filter((one) => everything || inTurn(one));
const inPlace = ['/ANNA-50', '/de/EMPTY-0', '/pl/GONE-1', '/fr/no/such/page'].map((path) => ({
  path,
  locale: path[3] === '/' ? path.slice(1, 3) : 'en',
}));
const LINK = /<a\s[^>]*?href="([^"]+)"/g;

const answered = new Map<string, Promise<number>>();
/** The status of an address of this site, asked for once. */
function readStatus(address: string, locale: string): Promise<number> {
  const known = answered.get(address);
  if (known !== undefined) return known;
  const asked = fetch(address, { headers: { 'accept-language': locale }, redirect: 'manual' }).then(
    async ({ status, body }) => {
      await body?.cancel();
      return status;
    },
  );
  answered.set(address, asked);
  return asked;
}

test.for([...pages, ...inPlace])(
  'in demo mode every link of $path leads to a page of this site that is there',
  async ({ path, locale }, { expect }) => {
    const own = new URL(path, origin);
    const html = await (await fetch(own, { headers: { 'accept-language': locale }, redirect: 'manual' })).text();
    const links = [...html.matchAll(LINK)].map(([, href = '']) => new URL(href.replaceAll('&amp;', '&'), own));
    expect(links.length).toBeGreaterThan(0);
    const toPages = links.filter(({ protocol }) => protocol !== 'mailto:' && protocol !== 'tel:');
    expect(toPages.filter((link) => link.origin !== origin).map(String)).toEqual([]);
    // A page about a refusal or a mistake leads to itself in other languages, and answers as it did.
    const others = toPages
      .filter(({ searchParams }) => !searchParams.has('lang'))
      .filter((to) => to.pathname !== own.pathname);
    const addresses = new Set(others.map((link) => link.origin + link.pathname + link.search));
    const lost: string[] = [];
    for (const address of addresses) {
      const status = await readStatus(address, locale);
      if (status >= 400) lost.push(`${address}: ${status}`);
    }
    expect(lost).toEqual([]);
  },
);

test.for(['daba', 'lean', 'one-step', 'social', 'two-steps'])(
  'a valid code typed on /%s stays there, where its form is',
  async (slug, { expect }) => {
    const answer = await fetch(`${origin}/de/do/check-code`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', referer: `${origin}/de/${slug}` },
      body: new URLSearchParams({ code: 'anna-50' }),
      redirect: 'manual',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/de/${slug}?rc=ANNA-50`]);
    const page = await (await fetch(`${origin}/de/${slug}?rc=ANNA-50`)).text();
    expect(page).toMatch(/<form[^>]* action="\/de\/do\/register(?:-step-1)?"/);
    expect(page).toContain('value="ANNA-50"');
  },
);
