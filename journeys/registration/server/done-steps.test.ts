import { expect, test } from 'vitest';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { doneSteps } from './done-steps.ts';

const address = { email: 'marie@example.com', country: 'FR', code: 'PLACES' };
const names = { gender: 'woman', firstName: 'Marie', lastName: 'Curie', terms: true };
const document: JourneyDocument = {
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
  forms: {},
  outcomes: {},
};

test('A step is done when the draft can answer its form, whatever else the draft holds', () => {
  expect(doneSteps(document, address, [])).toEqual(['one']);
  expect(doneSteps(document, { ...address, ...names }, [])).toEqual(['one', 'two']);
});

test('A step is not done by a draft whose answers its form refuses by now, though it was sent', () => {
  expect(doneSteps(document, { email: address.email }, ['one'])).toEqual([]);
  expect(doneSteps(document, { ...address, country: 'XX' }, ['one'])).toEqual([]);
});

test('A step that requires nothing is done once it was sent', () => {
  expect(doneSteps(document, address, [])).not.toContain('asks');
  expect(doneSteps(document, address, ['asks', 'gone'])).toEqual(['one', 'asks']);
});
