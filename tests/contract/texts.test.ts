import { expect, test } from 'vitest';
import { resolve } from '#engine/documents/resolve.ts';
import { staffTexts } from '#schemas/generated/texts/staff.ts';
import { root } from '#server/platform/paths.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';
import { testSettings } from '#tests/helpers/plain-server.ts';

test('No text of pages, mails and blocks has typographic mistakes or two forms of address', async () => {
  const result = resolve(await createProjectSource(root, testSettings())());
  const findings = result.ok ? result.warnings : result.findings;
  expect(findings.filter(({ rule }) => rule === 'typography')).toEqual([]);
});

/** Words that these languages have in common with English. */
const SHARED = {
  de: ['block', 'illustration', 'logos', 'text', 'video'],
  fr: ['illustration', 'interlude', 'logos', 'section'],
  it: ['video'],
  nl: ['video'],
  pl: [],
  sv: ['block', 'illustration', 'text', 'video'],
} as const;
/** The trade's name in every language. */
const LOAN = 'hero';

test.each(Object.entries(SHARED))(
  'Types of blocks have names of their own in %s, and not those of English',
  (locale, shared) => {
    const own = Object.entries(staffTexts[locale as keyof typeof SHARED]).filter(([key]) =>
      key.startsWith('studio.type.'),
    );
    expect(own.length).toBeGreaterThan(40);
    const english: Readonly<Record<string, string>> = staffTexts.en;
    const known = new Set<string>([LOAN, ...shared]);
    expect(own.filter(([key, name]) => name === english[key] && !known.has(name.toLowerCase()))).toEqual([]);
  },
);
