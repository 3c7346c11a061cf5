import { expect, test } from 'vitest';
import { checkSmall } from '#tests/helpers/small-project.ts';

const fragment = (...names: readonly string[]) => ({
  'pages-config/fragments/consent.json': {
    $schema: 'x',
    version: 4,
    blocks: [
      {
        id: 'consent',
        type: 'consent-banner',
        area: 'consent',
        title: 'site.title',
        text: 'site.title',
        accept: 'site.title',
        refuse: 'site.title',
        policy: { label: 'site.title', to: 'landings/default' },
        detail: {
          title: 'site.title',
          save: 'site.title',
          note: 'site.title',
          purposes: [{ purpose: 'necessary', title: 'site.title', text: 'site.title', names }],
        },
      },
    ],
  },
});
const found = (...names: readonly string[]) =>
  checkSmall(fragment(...names)).filter(({ rule }) => rule === 'unknown-cookie');

test('A name that is like a stored one is misspelt', () => {
  expect(found('vitrine_visiter', 'vitrine-consent').map(({ suggestion }) => suggestion)).toEqual([
    'vitrine_visitor',
    'vitrine_consent',
  ]);
});

test('Names in one entry are to be entries', () => {
  expect(found('vitrine_visitor, lang').map(({ expected }) => expected)).toEqual(['"vitrine_visitor", "lang"']);
});

test('Stored names and those of others are right', () => {
  expect(found('lang', 'vitrine_arms', 'rc', '_ga', '_fbp', 'session', 'IDE')).toEqual([]);
});
