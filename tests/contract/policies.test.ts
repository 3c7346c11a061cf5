import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storedItems } from '#tests/helpers/stored-items.ts';
import { findNewestVersion } from '#engine/shared/policy-version.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { projectSite } from './project.ts';

const { config, texts } = projectSite();

test.each(locales)('In "%s" the privacy policy names everything that the site keeps in a browser', (locale) => {
  const names = [...(texts.get(locale) ?? [])]
    .filter(([key]) => key.startsWith('privacy.cookies.'))
    .flatMap(([, text]) => [...text.matchAll(/<strong>(?:__Host-)?(.*?)<\/strong>/g)])
    .map(([, name]) => name);
  expect(names.toSorted()).toEqual(storedItems.map(({ name }) => name).toSorted());
});

test('the second layer of the question of consent names everything that the site keeps, under its purpose', () => {
  const text = readFileSync(join(import.meta.dirname, '../../pages-config/fragments/consent.json'), 'utf8');
  const [{ detail }] = JSON.parse(text).blocks;
  const listed = detail.purposes.flatMap(
    ({ purpose, names = [] }: { readonly purpose: string; readonly names?: string[] }) =>
      names.map((name) => `${purpose} ${name}`),
  );
  expect(listed.toSorted()).toEqual(storedItems.map(({ name, consent }) => `${consent} ${name}`).toSorted());
});

test.each(locales)('In "%s" each policy bears the day of the version that members accept', (locale) => {
  for (const policy of ['terms', 'privacy'] as const) {
    const day = new Date(findNewestVersion(config.policies?.[policy].versions ?? {}));
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
    const parts = format.formatToParts(day).filter(({ type }) => ['day', 'month', 'year'].includes(type));
    for (const { value } of parts) expect(texts.get(locale)?.get(`${policy}.eyebrow`)).toContain(value);
  }
});
