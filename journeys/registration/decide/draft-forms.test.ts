import { expect, test } from 'vitest';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { journeyDocuments } from '#tests/helpers/journey-documents.ts';
import { filledStep } from './draft-forms.ts';

const journey = journeyDocuments(journeys).get('registration');
if (journey === undefined) throw new Error('The project has no document of the registration.');
const draft = { email: 'marie@example.com', firstName: 'Marie', newsletter: 'on', terms: 'on' };

test('A box that an earlier step asked for beside its own words is not found ticked in a later one', () => {
  const steps = [
    { name: 'one', form: 'code-last-step-2' },
    { name: 'two', form: 'registration-step-2' },
  ];
  const asksTwice = { ...journey, flows: { twice: { steps } } };
  expect(filledStep({ draft }, new Set(['registration-step-2']), asksTwice)).toEqual({
    form: 'registration-step-2',
    values: { firstName: 'Marie', terms: 'on' },
  });
});

test('A box is found as it was left in the step that alone asks for it', () => {
  expect(filledStep({ draft }, new Set(['code-last-step-2']), journey)?.values).toEqual({
    firstName: 'Marie',
    newsletter: 'on',
  });
  expect(filledStep({ draft }, new Set(['registration-step-2']), journey)?.values).toMatchObject({ newsletter: 'on' });
});

test('A step knows the country that an earlier one asked for, by which its links to the terms differ', () => {
  expect(filledStep({ draft: { country: 'CH' } }, new Set(['registration-step-2']), journey)?.values).toEqual({
    country: 'CH',
  });
});
