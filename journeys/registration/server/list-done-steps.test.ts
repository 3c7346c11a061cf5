import { expect, test } from 'vitest';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { listDoneSteps } from './list-done-steps.ts';

const address = { email: 'marie@example.com', country: 'FR', code: 'PLACES' };
const names = { gender: 'woman', firstName: 'Marie', lastName: 'Curie', terms: true };
const journey: JourneyDocument = {
  $schema: '',
  version: 4,
  machines: {},
  flows: {
    lean: {
      steps: [
        { name: 'one', form: 'registration-step-1' },
        { name: 'two', form: 'registration-step-2' },
      ],
    },
    free: {
      steps: [
        { name: 'asks', form: 'newsletter-step-3' },
        { name: 'gone', form: 'no-such-form' },
      ],
    },
  },
  forms: {
    'registration-step-1': { post: 'one', page: 'landings/lean', fields: ['email', 'country', 'code'] },
    'registration-step-2': { post: 'two', page: 'pages/two', fields: ['gender', 'firstName', 'lastName', 'terms'] },
    'newsletter-step-3': { post: 'three', page: 'pages/three', fields: ['newsletter'] },
  },
  outcomes: {},
};
const site = { journeyDocuments: new Map([['registration', journey]]) };

test('A step is done when the draft can answer its form, whatever else the draft holds', () => {
  expect(listDoneSteps(site, address, [])).toEqual(['one']);
  expect(listDoneSteps(site, { ...address, ...names }, [])).toEqual(['one', 'two']);
});

test('A step is not done by a draft whose answers its form refuses by now, though it was sent', () => {
  expect(listDoneSteps(site, { email: address.email }, ['one'])).toEqual([]);
  expect(listDoneSteps(site, { ...address, country: 'XX' }, ['one'])).toEqual([]);
});

test('A step that requires nothing is done once it was sent', () => {
  expect(listDoneSteps(site, address, [])).not.toContain('asks');
  expect(listDoneSteps(site, address, ['asks', 'gone'])).toEqual(['one', 'asks']);
});
