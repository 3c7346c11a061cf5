import { expect, test } from 'vitest';
import { escapers, escapeJsonInMarkup } from './escape.ts';

test('text between tags keeps its quotes, because they mean nothing there', () => {
  expect(escapers.html(`<b>"Tom" & 'Ann'</b>`)).toBe(`&lt;b&gt;"Tom" &amp; 'Ann'&lt;/b&gt;`);
});

test('a value cannot leave a quoted attribute', () => {
  expect(escapers.attribute(`" onload='x`)).toBe('&quot; onload=&#39;x');
});

test('a value inside a JSON string cannot end its string or its script element', () => {
  const escaped = escapers.json('</script>"\u2028\u2029&\n');
  expect(escaped).toBe('\\u003c/script\\u003e\\"\\u2028\\u2029\\u0026\\n');
  expect(JSON.parse(`"${escaped}"`)).toBe('</script>"\u2028\u2029&\n');
});

test('a value in a URL is percent-encoded, apostrophes and broken surrogates included', () => {
  expect(escapers.url("a b/ü&'\ud800")).toBe('a%20b%2F%C3%BC%26%27%EF%BF%BD');
});

test('a whole JSON value for a script element reads back as it was', () => {
  const value = { name: '<!--<script>', list: [1, null, true] };
  expect(escapeJsonInMarkup(value)).not.toContain('<');
  expect(JSON.parse(escapeJsonInMarkup(value))).toEqual(value);
});
