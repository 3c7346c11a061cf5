import { expect, test } from 'vitest';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';

const site = projectSite();
const inPlace = (words: string): Readonly<Record<string, string>> =>
  Object.fromEntries(site.config.locales.available.map((locale) => [locale, words]));

test('a line may end with a separator, but none begins with one', () => {
  const block = {
    id: 'policy',
    type: 'rich-text',
    level: 1,
    eyebrow: inPlace('Version of 22 November · Switzerland'),
    title: inPlace('Discretion'),
    sections: [{ paragraphs: [inPlace('Nothing else.')] }],
  };
  expect(renderExample(block, { site, locale: 'en' })).toContain('Version of 22 November\u00A0· Switzerland');
});
