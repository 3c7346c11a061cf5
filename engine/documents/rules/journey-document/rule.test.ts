import { describe, expect, test } from 'vitest';
import { findJourneyMistakes, hasRegistration } from '#tests/helpers/journey-project.ts';
import { checkSmall } from '#tests/helpers/small-project.ts';

test('A site whose pages show no form needs no document of a journey', () => {
  expect(checkSmall({})).toEqual([]);
});

test('A document that no journey has is reported by its name', () => {
  expect(checkSmall({ 'pages-config/journeys/nothing.json': '{ "version": 1 }' })).toContainEqual(
    expect.objectContaining({ rule: 'journey-document', file: 'pages-config/journeys/nothing.json', line: 1 }),
  );
});

describe.runIf(hasRegistration)('journey-document', () => {
  test('A site whose pages show forms has one, and it has no finding', () => {
    expect(findJourneyMistakes()).toEqual([]);
  });
});
