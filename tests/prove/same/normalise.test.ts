import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Answer } from './http-client.ts';
import { type NormalAnswer, Normaliser } from './normalise.ts';

const hashText = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface Build {
  readonly style?: string;
  readonly script?: string;
  readonly body?: string;
  readonly headers?: Answer['headers'];
  readonly status?: number;
  readonly policy?: string;
}

const logical = (path: string): string => path.replace(/\.\w{8}(?=\.)/, '').replace(/chunk-\w{8}/, 'chunk');

function makeAnswer({ style = '', script = 'go()', body = '', headers = [], status = 200, policy }: Build): Answer {
  const text = `<!doctype html><style>${style}</style><body>${body}<script>${script}</script></body>`;
  const allowed = policy ?? `script-src ${hashText(script)}; style-src ${hashText(style)}`;
  const length = Buffer.byteLength(text);
  return { status, text, length, headers: [['content-security-policy', allowed], ...headers] };
}

const normal = (build: Build): NormalAnswer => new Normaliser({ assetName: logical }).answer(makeAnswer(build));

test.each<[string, Build, Build]>([
  [
    'the hash of a style sheet in class names',
    { style: '.GeqBSW_rate{top:0}.nMtzVG_rate{top:1px}', body: '<p class="a GeqBSW_rate"></p><p class="nMtzVG_rate">' },
    { style: '.abcde-_rate{top:0}._12345_rate{top:1px}', body: '<p class="a abcde-_rate"></p><p class="_12345_rate">' },
  ],
  [
    'the hash of a style sheet that begins with a figure',
    { style: '.GeqBSW_rate{top:0}', body: '<p class="GeqBSW_rate GeqBSW_top"></p>' },
    { style: '._1g4p3G_rate{top:0}', body: '<p class="_1g4p3G_rate _1g4p3G_top"></p>' },
  ],
  [
    'the hash of a file in its address',
    { body: '<img src="/assets/images/wine.d66211c5.960.avif">' },
    { body: '<img src="/assets/images/wine.00000000.960.avif">' },
  ],
  [
    'which chunks a module needs',
    {
      body: '<i data-pre="/assets/form.aaaaaaaa.js /assets/chunks/chunk-bbbbbbbb.js /assets/chunks/chunk-cccccccc.js">',
    },
    { body: '<i data-pre="/assets/form.dddddddd.js /assets/chunks/chunk-eeeeeeee.js">' },
  ],
  [
    'what scripts learn of a form',
    { body: '<i data-props="{&quot;step&quot;:&quot;whole&quot;,&quot;look&quot;:&quot;column&quot;}">{"fields":{}}' },
    {
      body: '<i data-props="{&quot;look&quot;:&quot;column&quot;,&quot;form&quot;:&quot;registration&quot;}">{"action":"/de/do/register","step":"default","fields":{}}',
    },
  ],
  [
    'a session',
    { headers: [['set-cookie', `__Host-session=6bbc59fc0f84.${'a'.repeat(16)}.${'b'.repeat(90)}; Path=/; HttpOnly`]] },
    { headers: [['set-cookie', `__Host-session=6bbc59fc0f84.${'c'.repeat(16)}.${'d'.repeat(99)}; Path=/; HttpOnly`]] },
  ],
  [
    'a visitor’s id',
    { headers: [['set-cookie', 'vitrine_visitor=bf583a86-3069-4311-8121-7462b83c4fe3; Path=/']] },
    { headers: [['set-cookie', 'vitrine_visitor=18cc0400-7162-4897-8e4c-18fd0921583d; Path=/']] },
  ],
  [
    'a token in a link',
    { body: `<a href="/x?token=${'aB3'.repeat(14)}x">` },
    { body: `<a href="/x?token=${'Zy9'.repeat(14)}x">` },
  ],
  ['a voucher', { body: 'WXYZ-2345-CDFH'.replace('Z', 'Y') }, { body: 'CDFH-2345-WXYY' }],
  [
    'the order of headers',
    {
      headers: [
        ['a', '1'],
        ['b', '2'],
      ],
    },
    {
      headers: [
        ['b', '2'],
        ['a', '1'],
      ],
    },
  ],
  ['the moment', { headers: [['date', 'Sat, 21 Nov 2026 06:00:00 GMT']] }, { headers: [['date', 'Sun, 22 Nov 2026']] }],
  [
    'the tag of a page',
    { headers: [['etag', `W/"${'a'.repeat(32)}-br"`]] },
    { headers: [['etag', `W/"${'b'.repeat(32)}-br"`]] },
  ],
])('%s makes no difference', (_, one, other) => {
  expect(normal(one)).toEqual(normal(other));
});

test.each<[string, Build, Build]>([
  ['a word', { body: 'Come in' }, { body: 'Come in!' }],
  ['a status', { status: 200 }, { status: 404 }],
  ['where a form posts to', { body: '<form action="/do/a">' }, { body: '<form action="/do/b">' }],
  ['a blank', { body: '<p>a b</p>' }, { body: '<p>a  b</p>' }],
  ['a rule of a style sheet', { style: '.GeqBSW_a{top:0}' }, { style: '.GeqBSW_a{top:1px}' }],
  ['the name of a class', { body: '<p class="GeqBSW_a">' }, { body: '<p class="GeqBSW_b">' }],
  [
    'the style sheet that a class belongs to',
    { style: '.aaaaaa_x{top:0}.bbbbbb_x{top:1px}', body: '<p class="aaaaaa_x">' },
    { style: '.aaaaaa_x{top:0}.bbbbbb_x{top:1px}', body: '<p class="bbbbbb_x">' },
  ],
  ['an inline script', { script: 'go()' }, { script: 'stay()' }],
  ['another file', { body: '/assets/images/wine.d66211c5.960.avif' }, { body: '/assets/images/ink.d66211c5.960.avif' }],
  [
    'a size of a file',
    { body: '/assets/images/wine.d66211c5.960.avif' },
    { body: '/assets/images/wine.d66211c5.720.avif' },
  ],
  [
    'one more script in the page',
    { body: '<script src="/assets/start.aaaaaaaa.js">' },
    { body: '<script src="/assets/start.aaaaaaaa.js"><script src="/assets/chunks/chunk-aaaaaaaa.js">' },
  ],
  [
    'an attribute of a cookie',
    { headers: [['set-cookie', 'vitrine_visitor=bf583a86-3069-4311-8121-7462b83c4fe3; Path=/; Secure']] },
    { headers: [['set-cookie', 'vitrine_visitor=bf583a86-3069-4311-8121-7462b83c4fe3; Path=/']] },
  ],
  [
    'the variation of an experiment',
    { headers: [['set-cookie', 'vitrine_arms=short-hero__0~default~top2v4; Path=/']] },
    { headers: [['set-cookie', 'vitrine_arms=short-hero__0~short~top2v4; Path=/']] },
  ],
  [
    'one value in place of two',
    { body: `${'aB3'.repeat(14)}x ${'aB3'.repeat(14)}x` },
    { body: `${'aB3'.repeat(14)}x ${'Zy9'.repeat(14)}x` },
  ],
  [
    'the signature of a link, which the same secret makes the same',
    { body: '?validityTimestamp=1796209600.oU0hf9zPfzHsq92LL3P3oA' },
    { body: '?validityTimestamp=1796209600.InS5DIL5wtHje2mqLU0x2A' },
  ],
  [
    'a header that is sent twice',
    { headers: [['vary', 'Cookie']] },
    {
      headers: [
        ['vary', 'Cookie'],
        ['vary', 'Cookie'],
      ],
    },
  ],
  ['a directive of the policy', {}, { policy: `script-src ${hashText('go()')}; style-src ${hashText('')}; img-src *` }],
])('%s makes a difference', (_, one, other) => {
  expect(normal(one)).not.toEqual(normal(other));
});

test('a policy that does not allow the page’s own script is a contradiction', () => {
  const { mistakes } = normal({ policy: `script-src ${hashText('go()').replace('sha256-', 'sha256-A')}` });
  expect(mistakes.join()).toContain("not allowed by the page's own policy");
});

test('a mail has no policy, and none is asked of it', () => {
  const mail = makeAnswer({ policy: '' });
  expect(new Normaliser({ assetName: logical }).answer(mail, 'GET', true).mistakes).toEqual([]);
  expect(new Normaliser({ assetName: logical }).answer(mail).mistakes).not.toEqual([]);
});

test('a policy that allows a hash of nothing is a contradiction', () => {
  const { mistakes } = normal({ policy: `script-src ${hashText('go()')} ${hashText('something else')}` });
  expect(mistakes.join()).toContain('a hash of nothing');
});

test('a length that is not the one of the body is a contradiction', () => {
  expect(normal({ headers: [['content-length', '1']] }).mistakes.join()).toContain('Content-Length is 1');
});

test('in-app navigation names by its policy what its page has inline', () => {
  const normaliser = new Normaliser({ assetName: logical });
  const page = makeAnswer({ style: '.GeqBSW_a{top:0}' });
  normaliser.answer(page);
  const text = JSON.stringify({ title: 'x', css: '.GeqBSW_a{top:0}', body: '<p class="GeqBSW_a">' });
  const { mistakes, headers, styles, body } = normaliser.answer({ ...page, text, length: text.length });
  expect(mistakes).toEqual([]);
  expect(headers.join()).not.toContain('sha256-');
  expect(styles).toBe('.css1_a{top:0}');
  expect(body).toContain('css1_a');
});
