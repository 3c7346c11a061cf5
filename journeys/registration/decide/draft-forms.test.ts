import { expect, test } from 'vitest';
import type { FormName } from '#schemas/generated/forms.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { journeyDocuments } from '#tests/helpers/journey-documents.ts';
import { fillStep } from './draft-forms.ts';

const journey = journeyDocuments(journeys).get('registration');
if (journey === undefined) throw new Error('The project has no document of the registration.');
const siteWith = (document: typeof journey) => ({ journeyDocuments: new Map([['registration', document]]) });
const showing = (form: string) => new Set([form as FormName]);
const draft = { email: 'marie@example.com', firstName: 'Marie', newsletter: 'on', terms: 'on' };

test('A box that an earlier step asked for beside its own words is not found ticked in a later one', () => {
  const steps = [
    { name: 'one', form: 'code-last-step-2' },
    { name: 'two', form: 'registration-step-2' },
  ];
  const asksTwice = siteWith({ ...journey, flows: { twice: { steps } } });
  expect(fillStep({ draft }, showing('registration-step-2'), asksTwice)).toEqual({
    form: 'registration-step-2',
    values: { firstName: 'Marie', terms: 'on' },
  });
});

test('A box is found as it was left in the step that alone asks for it', () => {
  expect(fillStep({ draft }, showing('code-last-step-2'), siteWith(journey))?.values).toEqual({
    firstName: 'Marie',
    newsletter: 'on',
  });
  expect(fillStep({ draft }, showing('registration-step-2'), siteWith(journey))?.values).toMatchObject({
    newsletter: 'on',
  });
});

test('A step knows the country that an earlier one asked for, by which its links to the terms differ', () => {
  expect(fillStep({ draft: { country: 'CH' } }, showing('registration-step-2'), siteWith(journey))?.values).toEqual({
    country: 'CH',
  });
});
