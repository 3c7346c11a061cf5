import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '#tests/helpers/any-text.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { checkNavigation, isAllowedTarget } from './navigation.ts';

const site = makeSite();

test.each([
  ['/about-us?x=1#top', false],
  ['/', false],
  ['?page=2', false],
  ['#join', false],
  ['https://www.example.com/de', false],
  ['mailto:hello@example.com?subject=Hi', false],
  ['tel:+49-30-1234567', false],
  ['https://partner.example/offer?a=b', true],
  ['https://berlin.shops.example', true],
  ['HTTPS://Partner.Example/', true],
])('A1: %s is allowed', (url, external) => {
  expect(checkNavigation(url, site)).toEqual({ ok: true, external });
});

const unsafe = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\tjavascript:alert(1)',
  'java\nscript:alert(1)',
  'java\u0000script:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\t:alert(1)',
  'javascript&colon;alert(1)',
  'javascript%3Aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHN2Zz4=',
  'blob:https://www.example.com/1',
  'vbscript:msgbox(1)',
  'view-source:https://www.example.com',
  'file:///etc/passwd',
  'ftp://partner.example/',
  'ws://partner.example',
  'about:blank',
  'intent://partner.example#Intent;end',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\u200b//evil.example',
  '/\u00ad/evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'http://partner.example/',
  'https://evil.example',
  'https://partner.example.evil.example',
  'https://evil-partner.example',
  'https://partner.example@evil.example',
  'https://user:pass@partner.example/',
  'https://user@partner.example/',
  'https://evil.example/?partner.example',
  'https://evil.example#partner.example',
  'https://evil.example\\.partner.example',
  'https://partner.example:8443/',
  'https://shops.example',
  'https://evilshops.example',
  'https://partner.example./',
  'https://www.example.com.evil.example',
  'http://www.example.com/',
  'https://p\u0430rtner.example/',
  'https://partner\u3002evil',
  'https://%65vil.example',
  'https://[::1]/',
  'https://127.0.0.1',
  'relative/path',
  'evil.example',
  '',
  'mailto:',
  'mailto:a@example.com?x=%0aBcc:b@evil.example',
  'mailto:a b@example.com',
  'tel:javascript:alert(1)',
];

test.each(unsafe)('A2: %j is refused with a sentence', (url) => {
  expect(checkNavigation(url, site)).toMatchObject({ ok: false, message: expect.stringMatching(/^The URL .*\.$/su) });
});

const write = 'Write it with "https:"';
const list = 'Add the host to "navigation.allowedHosts" of pages-config/site.json';
test.each([
  ['/a b', 'holds white space, control characters or backslashes', 'Percent-encode them'],
  ['//evil.example', 'takes its scheme from the page', write],
  ['http://partner.example/', 'is not encrypted', write],
  ['relative/path', 'is neither a path of this site nor an "https:", "mailto:" or "tel:" URL', 'Write one of these'],
  ['https://user@partner.example/', 'carries credentials', 'Leave them out'],
  ['https://:pass@partner.example/', 'carries credentials', 'Leave them out'],
  ['https://partner.example:8443/', 'leads to "partner.example:8443", which is not allowed', list],
  ['https://evil.example/x', 'leads to "evil.example", which is not allowed', list],
])('A2: the refusal of %j says that it %s, and what to do', (url, problem, remedy) => {
  expect(checkNavigation(url, site)).toMatchObject({
    ok: false,
    message: `The URL ${JSON.stringify(url)} ${problem}. ${remedy}.`,
  });
});

test('A2: a refusal quotes 120 characters of a long URL', () => {
  const problem = 'is neither a path of this site nor an "https:", "mailto:" or "tel:" URL. Write one of these.';
  const message = (length: number) => checkNavigation('x'.repeat(length), site);
  expect(message(120)).toEqual({ ok: false, message: `The URL "${'x'.repeat(120)}" ${problem}` });
  expect(message(121)).toEqual({ ok: false, message: `The URL "${'x'.repeat(120)}…" ${problem}` });
});

test.each([
  'mailto:first.last+tag@mail.example.co.uk',
  'MAILTO:hello@example.com?subject=50%25',
  'mailto:hello@exa-mple.com?',
  'tel:112',
  'TEL:(030).123-45',
])('A1: %s is an address to write to or to call', (url) => {
  expect(checkNavigation(url, site)).toEqual({ ok: true, external: false });
});

test.each([
  'xmailto:hello@example.com',
  'mailto:hello@example',
  'mailto:@example.com',
  'mailto:a@b@example.com',
  'mailto:a=b@example.com',
  'mailto:hello@example.com,other@example.com',
  'mailto:hello@example.com#top',
  'mailto:hello@.com',
  'mailto:hello@example.com?x=%0Dy',
  'mailto:hello@example.com?x=%0D',
  'xtel:112',
  'tel:11',
  'tel:+',
  'tel:112;ext=1',
  'tel:++112',
])('A2: %s is neither', (url) => {
  expect(isAllowedTarget(url, site)).toBe(false);
});

test('A1: each site has its own origin; one that is not an address has none', () => {
  const other = { ...site, deployment: { ...site.deployment, publicOrigin: 'https://other.example' } };
  expect(checkNavigation('https://other.example/x', other)).toEqual({ ok: true, external: false });
  expect(isAllowedTarget('https://other.example/x', site)).toBe(false);
  expect(isAllowedTarget('https://www.example.com/x', other)).toBe(false);
  expect(isAllowedTarget('https://www.example.com/x', { ...site, deployment: { publicOrigin: '' } })).toBe(false);
});

test('A3: a browser never opens anything but this site or an allowed host for a URL that was accepted', () => {
  const piece = fc.constantFrom(
    'javascript:',
    'JAVASCRIPT',
    'data:',
    'https:',
    'http:',
    '/',
    '//',
    '\\',
    '\t',
    '\n',
    '\u0000',
    ' ',
    '@',
    ':',
    '.',
    '#',
    '?',
    '%2f',
    '%5c',
    '%0a',
    'evil.example',
    'partner.example',
    'www.example.com',
    'berlin.shops.example',
    'mailto:',
    'tel:',
    '1',
    '\u200b',
    '\ufeff',
    '。',
    'ß',
  );
  const url = fc.oneof(
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.webUrl(),
    anyText,
    fc.constantFrom(...unsafe),
  );
  const bases = ['https://www.example.com/', 'https://www.example.com/de/about-us?x#y'];
  fc.assert(
    fc.property(url, (candidate) => {
      if (!isAllowedTarget(candidate, site)) return;
      for (const base of bases) {
        const opened = new URL(candidate, base);
        if (opened.protocol === 'mailto:' || opened.protocol === 'tel:') continue;
        expect(opened.protocol).toBe('https:');
        expect(opened.host).toMatch(/^(?:www\.example\.com|partner\.example|.+\.shops\.example)$/);
        expect(opened.username + opened.password).toBe('');
      }
    }),
    { numRuns: 5000 },
  );
});
