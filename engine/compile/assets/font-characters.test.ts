import { expect, test } from 'vitest';
import { formatUnicodeRange } from './font-characters.ts';

test('a unicode range covers every character, near ones in one run', () => {
  expect(formatUnicodeRange([0x61, 0x40, 0x7e, 0x20ac, 0x2122])).toBe('U+40-7E,U+20AC,U+2122');
  expect(formatUnicodeRange([0x41])).toBe('U+41');
});
