import { expect, test } from 'vitest';
import { makeSite } from '#tests/helpers/make-site.ts';
import { bindErrors } from './bind-errors.ts';

const words = { en: 'Once more', de: 'Noch einmal', fr: '', it: '', nl: '', pl: '', sv: '' };
const segment = (typed: string): string | null => (/^\w+$/.test(typed) ? typed : null);
const texts = new Map([
  [
    'en',
    new Map([
      ['errors.riddle', 'That is not it.'],
      ['errors.other', 'Something else.'],
    ]),
  ],
] as const);
const site = makeSite({
  texts,
  journeys: [
    { name: 'quiet' },
    {
      name: 'riddles',
      messageLink: (key) =>
        key === 'errors.riddle' ? { words, key: 'words.riddles.answer', field: 'answer', segment } : null,
    },
  ],
});
const bind = (key: string, answer: string, holes = {}) =>
  bindErrors({ errors: { name: key }, values: { answer }, holes }, { site, locale: 'en' }, (name) => `<${name}>`)[
    'name'
  ];
const linkTo = (href: string) => ({ tag: 'link', to: { href, external: false }, parts: ['Once more'] });

test('a message that a journey leads on from has a link to the path that the field names', () => {
  expect(bind('errors.riddle', 'sphinx')?.parts).toEqual(['That is not it.', ' ', linkTo('/sphinx')]);
});

test('On a cached page the link has a hole', () => {
  expect(bind('errors.riddle', '', { answer: 'typed' })?.parts.at(-1)).toEqual(linkTo('/<typed>'));
});

test('other messages, and values that are not a path, have no link', () => {
  expect(bind('errors.other', 'sphinx')?.parts).toEqual(['Something else.']);
  expect(bind('errors.riddle', 'https://evil.example')?.parts).toEqual(['That is not it.']);
});
