import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/pages/about-us.json';

test('A version from the future is refused with what to do, and nothing else is said about the document', () => {
  const findings = checkSmall({ [file]: swap('"version": 4', '"version": 5') }).filter(
    (finding) => finding.file === file,
  );
  expect(findings.map(({ rule }) => rule)).toEqual(['document-version']);
  expect(findings[0]?.message).toContain('npm ci');
});

test('A version before the oldest is refused', () => {
  expect(shortFindings({ [file]: swap('"version": 4', '"version": -1') })).toContain(
    'document-version pages/about-us.json version',
  );
});

test('An older version is migrated while it is read, with a warning that names the command', () => {
  const [finding, ...others] = checkSmall({
    [file]: (text) => swap('"type": "notice"', '"kind": "notice"')(swap('"version": 4', '"version": 0')(text)),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'document-version', severity: 'warning', line: 3 });
  expect(finding?.message).toContain('npm run migrate');
});
