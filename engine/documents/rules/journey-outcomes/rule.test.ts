import { describe, expect, test } from 'vitest';
import { hasRegistration, listShortFindings } from '#tests/helpers/journey-project.ts';

describe.runIf(hasRegistration)('journey-outcomes', () => {
  test('An outcome that is left out is reported at its use case', () => {
    expect(
      listShortFindings(['      "not-found": [{ "refuse": "sentence", "sentence": "refusals.stepMissing" }],\n', '']),
    ).toEqual(['journey-outcomes outcomes.resendActivation']);
  });

  test('A sentence that nothing shows is reported', () => {
    expect(listShortFindings(['"entered": [{', '"entered": [{ "sentence": "refusals.stepMissing",'])).toEqual([
      'journey-outcomes outcomes.enterLobby.entered[0].sentence',
    ]);
  });

  test('What leads to no other address has no query and no hash', () => {
    expect(listShortFindings(['"deny": "bare"', '"deny": "bare", "query": { "rc": "x" }, "hash": "top"'])).toEqual([
      'journey-outcomes outcomes.enterLobby.refused[0].query',
      'journey-outcomes outcomes.enterLobby.refused[0].hash',
    ]);
  });

  test('An outcome without a code has no address of a code', () => {
    expect(listShortFindings(['"saved": [{ "step": "next"', '"saved": [{ "landingOfCode": true'])).toEqual([
      'journey-outcomes outcomes.saveDraft.saved[0].landingOfCode',
    ]);
  });
});
