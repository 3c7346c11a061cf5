import { expect, test } from 'vitest';
import { findingsOf, shortFindings, swap, type Changes } from '#tests/helpers/small-project.ts';

const site = 'pages-config/site.json';
const policies = (versions: Readonly<Record<string, string>>, document = 'pages/about-us'): Changes => {
  const policy = JSON.stringify({ document, versions });
  return { [site]: swap('"claims": {', `"policies": { "terms": ${policy}, "privacy": ${policy} },\n  "claims": {`) };
};

/** The fingerprint that the finding asks for. */
function fingerprint(changes: Changes = {}): string {
  const [finding] = findingsOf({ ...policies({ '2026-01-01': '000000000000' }), ...changes });
  const [, day, pin = ''] = /"(.*)": "([0-9a-f]{12})"/.exec(finding?.expected ?? '') ?? [];
  expect([finding?.rule, day]).toEqual(['policy-version', '2026-11-20']);
  return pin;
}

test('Texts of another fingerprint than their newest version are a mistake, at that version', () => {
  expect(shortFindings(policies({ '2025-01-01': fingerprint(), '2026-01-01': '000000000000' }))).toEqual([
    'policy-version site.json policies.terms.versions["2026-01-01"]',
    'policy-version site.json policies.privacy.versions["2026-01-01"]',
  ]);
  expect(findingsOf(policies({ '2025-01-01': '000000000000', '2026-01-01': fingerprint() }))).toEqual([]);
});

test('A text that changes in one language needs a new version', () => {
  const changed = { 'locales/sv/landing.json': swap('{claims.labels}', 'Nu {claims.labels}') };
  expect(fingerprint(changed)).not.toBe(fingerprint());
  expect(findingsOf({ ...policies({ '2026-01-01': fingerprint() }), ...changed })[0]?.rule).toBe('policy-version');
});

test('A policy that no page shows is a mistake', () => {
  expect(findingsOf(policies({ '2026-01-01': '000000000000' }, 'pages/terms'))[0]).toMatchObject({
    rule: 'policy-version',
    path: 'policies.terms.document',
    found: '"pages/terms"',
  });
});
