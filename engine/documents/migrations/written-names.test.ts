import { describe, expect, test } from 'vitest';
import { calmExperiment, calmVariant, checkSmall, resolveSmall } from '#tests/helpers/small-project.ts';
import { findCurrentName, writtenPath } from './written-names.ts';

const file = 'pages-config/experiments/calm.json';
const others = { 'pages-config/landings/calm.json': calmVariant };
const { variations, ...rest } = calmExperiment;
const [control, calm] = variations;
const former = { ...rest, version: 2, arms: variations, smallestEffect: 0.1, visitors: 5_000 };
const current = { ...calmExperiment, minimumDetectableEffect: 0.1, targetSampleSize: 5_000 };

describe('a document of an older version', () => {
  test('is the same site as the migrated one, with a warning that names the command', () => {
    const [one, other] = [former, current].map((document) => resolveSmall({ ...others, [file]: document }));
    expect(one?.ok && one.site.experiments).toEqual(other?.ok && other.site.experiments);
    expect(one?.ok && one.site.revision).toBe(other?.ok && other.site.revision);
    expect(one?.ok && one.warnings.map(({ rule }) => rule)).toEqual(['document-version']);
  });

  test('is the same admin page and fragment, whose layout, menu and look had other names', () => {
    const site = (version: number, layout: string, menu: string, look: string) => {
      const blocks = `[{ "id": "menu", "type": "${menu}", "query": "menu", "label": "site.about" }]`;
      const view = `{ "id": "view", "type": "data-view", "query": "start", "look": "${look}", "title": "site.about" }`;
      return resolveSmall({
        'pages-config/fragments/header.json': (text) =>
          text.replace('"version": 4', `"version": ${version}`).replace(/"blocks": \[[^]*\]/, `"blocks": ${blocks}`),
        'pages-config/pages/about-us.json': (text) =>
          text
            .replace('"version": 4', `"version": ${version}`)
            .replace('"centered"', `"${layout}"`)
            .replace(/\{\s*"id": "about"[^]*(?=\s*\]\s*\}\s*$)/, view),
      });
    };
    const [one, other] = [site(2, 'room', 'room-menu', 'room'), site(4, 'admin', 'admin-menu', 'page')];
    expect(other.ok || other.findings).toBe(true);
    expect(one.ok && one.site.documents.get('pages/about-us')).toEqual(
      other.ok && other.site.documents.get('pages/about-us'),
    );
  });

  test('is the same landing and variant, whose blocks had other types, under the pin that version 3 wrote', () => {
    const site = (version: number, type: string) => {
      const block = {
        id: 'between',
        type,
        title: 'landing.steps',
        image: { src: 'images/satin.jpg', decorative: true },
      };
      const change = {
        op: 'replace',
        block: 'between',
        with: { ...block, title: 'landing.hero' },
        pin: 'caaa26f22b53',
      };
      const edit = (before: string, added: object) => (text: string) =>
        text
          .replace('"version": 4', `"version": ${version}`)
          .replace(before, `${JSON.stringify(added, null, 2)}, ${before}`);
      return resolveSmall({
        'pages-config/landings/default.json': edit('{\n      "id": "steps"', block),
        'pages-config/landings/summer.json': edit('{ "op": "document"', change),
      });
    };
    const [one, other] = [site(3, 'moment'), site(4, 'interlude')];
    expect(other.ok || other.findings).toBe(true);
    expect(one.ok && one.warnings.map(({ rule }) => rule)).toEqual(['document-version', 'document-version']);
    for (const id of ['landings/default', 'landings/summer'] as const)
      expect(one.ok && one.site.documents.get(id)).toEqual(other.ok && other.site.documents.get(id));
  });

  test('is reported at its own lines and in its own words', () => {
    const misspelled = [control, { ...calm, variant: 'landings/clam' }];
    const [finding] = checkSmall({ ...others, [file]: { ...former, arms: misspelled } }).filter(
      ({ severity }) => severity === 'error',
    );
    expect(finding).toMatchObject({ path: 'arms[1].variant', line: 14, suggestion: 'landings/calm' });
  });
});

describe('a name before the migration in a document of the current version', () => {
  test.each([
    ['arms', 'variations'],
    ['metric', 'goalMetric'],
    ['smallestEffect', 'minimumDetectableEffect'],
    ['visitors', 'targetSampleSize'],
  ])('%s is found at its key, with the name that it has now, and can be fixed', (name, suggestion) => {
    const document = { ...(name === 'arms' ? rest : calmExperiment), [name]: name === 'arms' ? variations : 0.1 };
    const [finding, ...more] = checkSmall({ ...others, [file]: document }).filter((each) => each.file === file);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'schema',
      path: name,
      suggestion,
      fix: { text: JSON.stringify(suggestion) },
    });
  });

  test('a key that is mistyped in a migrated document is found as in any other', () => {
    const [finding] = checkSmall({ ...others, [file]: { ...rest, varations: variations } });
    expect(finding).toMatchObject({ rule: 'schema', path: 'varations', suggestion: 'variations' });
  });
});

test('Paths of a document of the current version, and of one without a version, are as they are', () => {
  for (const version of [4, undefined])
    expect(writtenPath({ version, arms: [] }, ['variations'])).toEqual(['variations']);
  expect([findCurrentName('arms'), findCurrentName('key')]).toEqual(['variations', undefined]);
});
