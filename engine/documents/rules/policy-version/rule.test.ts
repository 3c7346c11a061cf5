import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap, type Changes } from '#tests/helpers/small-project.ts';

const site = 'pages-config/site.json';
const policies = (versions: Readonly<Record<string, string>>, document = 'pages/about-us'): Changes => {
  const policy = JSON.stringify({ document, versions });
  return { [site]: swap('"claims": {', `"policies": { "terms": ${policy}, "privacy": ${policy} },\n  "claims": {`) };
};

/** The fingerprint that the finding asks for. */
function fingerprint(changes: Changes = {}): string {
  const [finding] = checkSmall({ ...policies({ '2026-01-01': '000000000000' }), ...changes });
  const [, day, pin = ''] = /"(.*)": "([0-9a-f]{12})"/.exec(finding?.expected ?? '') ?? [];
  expect([finding?.rule, day]).toEqual(['policy-version', '2026-11-20']);
  return pin;
}

test('Texts of another fingerprint than their newest version are a mistake, at that version', () => {
  expect(shortFindings(policies({ '2025-01-01': fingerprint(), '2026-01-01': '000000000000' }))).toEqual([
    'policy-version site.json policies.terms.versions["2026-01-01"]',
    'policy-version site.json policies.privacy.versions["2026-01-01"]',
  ]);
  expect(checkSmall(policies({ '2025-01-01': '000000000000', '2026-01-01': fingerprint() }))).toEqual([]);
});

test('A text that changes in one language needs a new version', () => {
  const changed = { 'locales/sv/landing.json': swap('{claims.labels}', 'Nu {claims.labels}') };
  expect(fingerprint(changed)).not.toBe(fingerprint());
  expect(checkSmall({ ...policies({ '2026-01-01': fingerprint() }), ...changed })[0]?.rule).toBe('policy-version');
});

test('The text of a single country has versions of its own', () => {
  const countries = (pin: string): Changes => {
    const own = JSON.stringify({ CH: { document: 'pages/about-us', versions: { '2026-01-01': pin } } });
    const general = JSON.stringify({ document: 'pages/about-us', versions: { '2026-01-01': fingerprint() } });
    const terms = `${general.slice(0, -1)}, "countries": ${own} }`;
    return { [site]: swap('"claims": {', `"policies": { "terms": ${terms}, "privacy": ${general} },\n  "claims": {`) };
  };
  expect(shortFindings(countries('000000000000'))).toEqual([
    'policy-version site.json policies.terms.countries.CH.versions["2026-01-01"]',
  ]);
  expect(checkSmall(countries(fingerprint()))).toEqual([]);
});

test('A version of a day to come, or of no day, is a mistake at its day', () => {
  expect(shortFindings(policies({ '2026-11-21': '000000000000' }))).toEqual([
    'policy-version site.json policies.terms.versions["2026-11-21"]',
    'policy-version site.json policies.privacy.versions["2026-11-21"]',
  ]);
  expect(shortFindings(policies({ '2026-13-01': '000000000000' }))).toEqual([
    'schema site.json policies.terms.versions["2026-13-01"]',
    'schema site.json policies.privacy.versions["2026-13-01"]',
  ]);
});

test('A policy that no page shows is a mistake', () => {
  expect(checkSmall(policies({ '2026-01-01': '000000000000' }, 'pages/terms'))[0]).toMatchObject({
    rule: 'policy-version',
    path: 'policies.terms.document',
    found: '"pages/terms"',
  });
});
