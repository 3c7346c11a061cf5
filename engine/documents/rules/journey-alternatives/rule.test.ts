import { describe, expect, test } from 'vitest';
import { hasRegistration, listShortFindings } from '#tests/helpers/journey-project.ts';

describe.runIf(hasRegistration)('journey-alternatives', () => {
  test('Conditions that take every case need no last alternative without them', () => {
    expect(
      listShortFindings([
        ',\n            { "page": "pages/active" }',
        ',\n            { "when": { "voucher": "none" }, "page": "pages/active" }',
      ]),
    ).toEqual([]);
  });

  test('Two halves of a case leave nothing to a third alternative', () => {
    expect(
      listShortFindings([
        '{ "when": { "voucher": "own" }, "page": "pages/voucher" }',
        '{ "when": { "voucher": ["own", "none"] }, "page": "pages/voucher" }',
      ]),
    ).toEqual(['journey-alternatives machines.registration.states.active.screens[1]']);
  });

  test('Guards know the session alone', () => {
    expect(
      listShortFindings(['"code": [{', '"code": [{ "when": { "nextStep": "dialog" }, "page": "pages/denied" }, {']),
    ).toEqual(['journey-alternatives guards.code[0].when.nextStep']);
  });
});
