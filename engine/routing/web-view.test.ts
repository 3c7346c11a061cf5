import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '#tests/helpers/any-text.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { isWebView } from './web-view.ts';

const site = makeSite();
const withRedirect = (redirectUrl: string): string => `/de?redirectUrl=${encodeURIComponent(redirectUrl)}`;

test.each([
  [
    'the redirect URI starts with the app’s scheme',
    withRedirect('https://login.example/auth?redirect_uri=com.example.app:/callback'),
    true,
  ],
  [
    'the scheme is written in capitals',
    withRedirect('https://login.example/auth?redirect_uri=COM.EXAMPLE.APP://x'),
    true,
  ],
  ['the redirect URL is relative', withRedirect('/auth?redirect_uri=com.example.app:/callback'), true],
  [
    'the redirect URI is a web address',
    withRedirect('https://login.example/auth?redirect_uri=https://a.example'),
    false,
  ],
  ['the scheme only begins alike', withRedirect('https://login.example/auth?redirect_uri=com.example.apple:/x'), false],
  ['there is no redirect URI', withRedirect('https://login.example/auth'), false],
  ['there is no query', '/de', false],
  ['the redirect URL is empty', '/de?redirectUrl=', false],
  ['the redirect URL has no value', '/de?redirectUrl', false],
])('W1: when %s, %s is a web view: %s', (_, url, expected) => {
  expect(isWebView(url, site)).toBe(expected);
});

test('W1: native bridge objects are enough', () => {
  expect(isWebView('/', site, { bridge: true })).toBe(true);
});

test('W1: a site without an app has no web view', () => {
  const url = withRedirect('https://login.example/auth?redirect_uri=:x');
  expect(isWebView(url, makeSite({ deployment: { webViewScheme: '' } }))).toBe(false);
});

test('W1: a bridge that is not there decides nothing', () => {
  const inside = withRedirect('/auth?redirect_uri=com.example.app:/callback');
  expect([isWebView('/', site, { bridge: false }), isWebView(inside, site, { bridge: false })]).toEqual([false, true]);
});

test('W2: where there is nothing to read, nothing is reported', () => {
  const report = (message: string): never => {
    throw new Error(message);
  };
  for (const url of ['/de', '/de?redirectUrl', '/de?redirectUrl=', '/de?x=1', withRedirect('/auth')])
    expect(isWebView(url, site, { onError: report })).toBe(false);
});

test('W2: the report quotes 200 characters', () => {
  const messages: string[] = [];
  isWebView(withRedirect(`https://[${'x'.repeat(300)}`), site, { onError: (message) => messages.push(message) });
  expect(messages).toEqual([`The query value "redirectUrl" is not a URL: "https://[${'x'.repeat(191)}".`]);
});

test('W2: an unreadable redirect URL is reported, never thrown', () => {
  const messages: string[] = [];
  expect(isWebView(withRedirect('https://['), site, { onError: (message) => messages.push(message) })).toBe(false);
  expect(messages).toEqual(['The query value "redirectUrl" is not a URL: "https://[".']);
  fc.assert(fc.property(anyText, (text) => typeof isWebView(`/?redirectUrl=${text}`, site) === 'boolean'));
});
