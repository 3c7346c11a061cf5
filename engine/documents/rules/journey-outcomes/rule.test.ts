import { describe, expect, test } from 'vitest';
import { hasRegistration, shortFindingsOfJourney } from '#tests/helpers/journey-project.ts';

describe.runIf(hasRegistration)('journey-outcomes', () => {
  test('An outcome that is left out is reported at its use case', () => {
    expect(
      shortFindingsOfJourney([
        '      "not-found": [{ "refuse": "sentence", "sentence": "refusals.stepMissing" }],\n',
        '',
      ]),
    ).toEqual(['journey-outcomes outcomes.resendActivation']);
  });

  test('A sentence that nothing shows is reported', () => {
    expect(shortFindingsOfJourney(['"entered": [{', '"entered": [{ "sentence": "refusals.stepMissing",'])).toEqual([
      'journey-outcomes outcomes.enterLobby.entered[0].sentence',
    ]);
  });

  test('What leads to no other address has no query and no hash', () => {
    expect(shortFindingsOfJourney(['"deny": "bare"', '"deny": "bare", "query": { "rc": "x" }, "hash": "top"'])).toEqual(
      ['journey-outcomes outcomes.enterLobby.refused[0].query', 'journey-outcomes outcomes.enterLobby.refused[0].hash'],
    );
  });

  test('An outcome without a code has no address of a code', () => {
    expect(shortFindingsOfJourney(['"saved": [{ "step": "next"', '"saved": [{ "landingOfCode": true'])).toEqual([
      'journey-outcomes outcomes.saveDraft.saved[0].landingOfCode',
    ]);
  });
});
