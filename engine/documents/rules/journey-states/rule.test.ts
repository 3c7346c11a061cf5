import { describe, expect, test } from 'vitest';
import { hasRegistration, journeyText, listShortFindings } from '#tests/helpers/journey-project.ts';

describe.runIf(hasRegistration)('journey-states', () => {
  test('Two transitions of visitors on one outcome lead to one state', () => {
    expect(
      listShortFindings([
        '"on": "changeEmail.not-found", "to": "none" }',
        '"on": "changeEmail.not-found", "to": "none" },\n        { "from": ["started"], "on": "changeEmail.not-found", "to": "started" }',
      ]),
    ).toEqual(['journey-states machines.registration.transitions[6]']);
  });

  test('Two transitions of rows on one event stand for different states', () => {
    expect(
      listShortFindings([
        '{ "from": ["none"], "on": "register", "to": "pending" }',
        '{ "from": ["none"], "on": "register", "to": "pending" },\n        { "from": ["none", "active"], "on": "register", "to": "pending" }',
      ]),
    ).toEqual(['journey-states machines.account.transitions[1]']);
  });

  test('A state that the session may name is a state of the machine', () => {
    const renamed = journeyText()
      .replaceAll(/"from": \[[^\]]*\]/g, (from) => from.replace('"started"', '"begun"'))
      .replace('"started": {', '"begun": {')
      .replace('"to": "started"', '"to": "begun"');
    expect(listShortFindings([journeyText(), renamed])).toContain('journey-states machines.registration.states');
  });
});
