import { expect, test } from 'vitest';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import { getCompanyCode } from './seed.ts';

test.each([
  ['Maison Cercle', 'CERCLE-2026'],
  ['Café Élysée', 'ELYSEE-2026'],
  ['Papyra', 'PAPYRA-2026'],
  ['بيت', 'HOUSE-2026'],
])('The open code of the demo is derived from the name %s', (name, code) => {
  expect(getCompanyCode({ name })).toBe(code);
  expect(toCanonicalCode(code)).not.toBeNull();
});
