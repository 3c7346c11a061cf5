import { describe, expect, test } from 'vitest';
import { hasRegistration, shortFindingsOfJourney } from '#tests/helpers/journey-project.ts';

describe.runIf(hasRegistration)('journey-flows', () => {
  test('The next step follows a step that has others after it', () => {
    expect(
      shortFindingsOfJourney([
        '"received": [{ "page": "pages/failed", "session": "add" }]',
        '"received": [{ "step": "next", "session": "add" }]',
      ]),
    ).toEqual(['journey-flows outcomes.applyForMembership.received[0].step']);
  });

  test('A form that is no step is none', () => {
    expect(
      shortFindingsOfJourney([
        '"name": "default", "form": "registration"',
        '"name": "default", "form": "change-email"',
      ]),
    ).toEqual(['journey-flows flows.default.steps[0].form']);
  });
});
