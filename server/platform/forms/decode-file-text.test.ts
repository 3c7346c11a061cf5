import { expect, test } from 'vitest';
import { decodeFileText } from './decode-file-text.ts';

const text = 'code;name\r\nZOE-1;Zoë';
const utf16 = (littleEndian: boolean, mark: boolean): Uint8Array => {
  const characters = (mark ? '\uFEFF' : '') + text;
  const view = new DataView(new ArrayBuffer(characters.length * 2));
  for (const [index, character] of [...characters].entries())
    view.setUint16(index * 2, character.charCodeAt(0), littleEndian);
  return new Uint8Array(view.buffer);
};

test.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`)],
  ['UTF-16 LE with a mark', utf16(true, true)],
  ['UTF-16 BE with a mark', utf16(false, true)],
  ['UTF-16 LE', utf16(true, false)],
  ['UTF-16 BE', utf16(false, false)],
  ['Windows-1252', Uint8Array.from([...text].map((character) => character.charCodeAt(0)))],
])('a file in %s is read', (_, bytes) => {
  expect(decodeFileText(bytes, 'de')).toBe(text);
});

test('the code page is that of the language', () => {
  const bytes = Uint8Array.of(0xb3, 0xf3, 0x64, 0x9f, 0x0a);
  expect(decodeFileText(bytes, 'pl')).toBe('łódź\n');
  expect(decodeFileText(bytes, 'de')).toBe('³ódŸ\n');
});

test('whatever the bytes are, there is a text', () => {
  expect(decodeFileText(Uint8Array.of(), 'en')).toBe('');
  expect(decodeFileText(Uint8Array.of(0xff, 0xfe, 0x00), 'en')).toHaveLength(1);
});
