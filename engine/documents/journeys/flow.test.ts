import { expect, test } from 'vitest';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { findNextStep, findStepNamed, getSteps, findStepWithForm } from './flow.ts';

const step = (name: string, page?: string) => ({ name, form: `form-${name}`, page });
const document: JourneyDocument = {
  $schema: '',
  version: 4,
  machines: {},
  flows: {
    whole: { steps: [step('all')] },
    three: { steps: [step('one'), step('two', 'pages/two'), step('three', 'pages/three')] },
    short: { steps: [{ ...step('begin'), form: 'form-one' }, step('end', 'pages/end')] },
  },
  forms: {},
  outcomes: {},
};

test('After each form of a flow comes the step behind it, and after the last one none', () => {
  expect(findNextStep(document, 'three', 'form-one')).toEqual(step('two', 'pages/two'));
  expect(findNextStep(document, 'three', 'form-two')).toEqual(step('three', 'pages/three'));
  expect(findNextStep(document, 'three', 'form-three')).toBeNull();
});

test('A form that two flows share is followed by the step of the flow that is named', () => {
  expect(findNextStep(document, 'short', 'form-one')).toEqual(step('end', 'pages/end'));
  expect(findStepWithForm(document, 'form-one', 'short')).toMatchObject({ flow: 'short', step: { name: 'begin' } });
  expect(findStepWithForm(document, 'form-one')).toMatchObject({ flow: 'three', step: { name: 'one' } });
});

test('Without a flow the first one of the document is meant, and a flow that does not exist has no steps', () => {
  expect(getSteps(document)).toEqual([step('all')]);
  expect(getSteps(document, 'four')).toEqual([]);
  expect(findNextStep(document, 'four', 'form-one')).toBeNull();
});

test('A step is found by its name in whichever flow it is', () => {
  expect(findStepNamed(document, 'two')).toEqual({ flow: 'three', step: step('two', 'pages/two') });
  expect(findStepNamed(document, 'five')).toBeNull();
});
