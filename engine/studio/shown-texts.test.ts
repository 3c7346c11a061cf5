import { expect, test } from 'vitest';
import { isTextShown } from './shown-texts.ts';

test.each([
  ['How it works', 'How it works', true],
  ['Five steps|from the street', 'Five steps from the\n street', true],
  ['Mehr<em>wert</em>', 'Mehrwert', true],
  ['At up to {claims.discount} <em>off</em>. Free.', 'At up to 75% off . Free.', true],
  ['{count} of {count} places', '3 of 10 places', true],
  ['At up to {claims.discount}', 'At up to', false],
  ['{claims.labels} labels', 'Free delivery to all labels and people', false],
  ['How it works', 'How it works today', false],
  ['{name}', 'How it works', false],
  ['', '', false],
])('"%s" and "%s" on the page are the same text: %s', (source, shown, isSame) => {
  expect(isTextShown(source, shown)).toBe(isSame);
});
