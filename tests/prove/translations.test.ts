import { expect, test } from 'vitest';
import { seeded } from './parts/seeded.ts';
import { damageTranslations } from './translations.ts';

test('Damaged files of translators and of texts crash no import, lose nothing and write nothing that was not sent', async () => {
  const { broken, found } = await damageTranslations(304, seeded(1));
  expect(broken).toEqual([]);
  for (const [what, count] of found) expect(count, what).toBeGreaterThan(0);
});
