import { expect, test } from 'vitest';
import { inPreview, linkIn } from './in-preview.ts';

const place = {
  root: '/club/do/preview/T',
  here: '/club/do/preview/T/de/about?lang=de',
  basePath: '/club/',
  publicOrigin: 'https://www.example.com',
  query: '',
};

test.each([
  ['/club/', '/club/do/preview/T/'],
  ['/club/de/about?a=1#top', '/club/do/preview/T/de/about?a=1#top'],
  ['https://www.example.com/club/de/about', '/club/do/preview/T/de/about'],
  ['#top', null],
  ['?page=2', null],
  ['/elsewhere/on/the/host', null],
  ['//example.org/club/', null],
  ['https://www.example.com.evil.example/club/', null],
  ['mailto:hello@example.com', null],
  ['/club/assets/images/a.avif', null],
  ['/club/do/consent', null],
  ['/club/de/do/consent', null],
])('the address %s leads to %s', (address, target) => {
  expect(linkIn(address, place)).toBe(target);
});

test('variations that were chosen go along, before the place on the page', () => {
  expect(linkIn('/club/de?a=1#top', { ...place, query: 'hero=1' })).toBe('/club/do/preview/T/de?a=1&hero=1#top');
  expect(linkIn('/club/de', { ...place, query: 'hero=1' })).toBe('/club/do/preview/T/de?hero=1');
});

test('forms are sent to the page itself, unless they ask for another page; scripts, what counts and what names the page are gone', () => {
  const html = [
    '<link rel="canonical" href="https://www.example.com/club/de"><link rel="stylesheet" href="/club/assets/a.css">',
    '<form class="a" action="/club/de/do/registration" method="post"><input formaction="/club/do/x"></form>',
    '<form method="get" action="/club/de/search"></form><form method="get" action="/club/de/do/find"></form>',
    '<a href="/club/de/do/sign-up">Join</a><a href="https://example.org/">Elsewhere</a>',
    '<script type="application/json">{"a":"\\u003c/script>"}</script><script>1</script>',
    '<noscript><img src="/club/seen" alt="" hidden></noscript><noscript><p>Words</p></noscript>',
  ].join('');
  expect(inPreview(html, place)).toBe(
    [
      '<link rel="stylesheet" href="/club/assets/a.css">',
      '<form class="a" action="/club/do/preview/T/de/about?lang=de" method="post"><input formaction="/club/do/preview/T/de/about?lang=de"></form>',
      '<form method="get" action="/club/do/preview/T/de/search"></form><form method="get" action="/club/do/preview/T/de/about?lang=de"></form>',
      '<a href="/club/do/preview/T/de/about?lang=de">Join</a><a href="https://example.org/">Elsewhere</a>',
      '<noscript><p>Words</p></noscript>',
    ].join(''),
  );
});
