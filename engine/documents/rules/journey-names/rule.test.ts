import { describe, expect, test } from 'vitest';
import { hasRegistration, listShortFindings } from '#tests/helpers/journey-project.ts';

describe.runIf(hasRegistration)('journey-names', () => {
  test('A state that no row has is reported', () => {
    expect(
      listShortFindings([
        '"valid": { "for": "linkDays" }, "out-of-balance": {}, "invalid": {}, "expired": {}',
        '"valid": { "for": "linkDays" }, "out-of-balance": {}, "invalid": {}, "expired": {}, "lost": {}',
      ]),
    ).toEqual(['journey-names machines.invitation.states.lost']);
  });

  test('A row that is said to be a visitor’s is reported once', () => {
    expect(
      listShortFindings([
        '"subject": "row",\n      "initial": "valid"',
        '"subject": "visitor",\n      "initial": "valid"',
      ]),
    ).toEqual(['journey-names machines.invitation.subject']);
  });

  test('Initial states and states of an outage exist', () => {
    expect(
      listShortFindings([
        '"initial": "none",\n      "whenUnknown": "finished"',
        '"initial": "nobody",\n      "whenUnknown": "finnished"',
      ]),
    ).toEqual(['journey-names machines.registration.initial', 'journey-names machines.registration.whenUnknown']);
  });

  test('Every state of a transition exists', () => {
    expect(
      listShortFindings([
        '{ "from": ["pending", "active"], "on": "erase"',
        '{ "from": ["pending", "actve"], "on": "erase"',
      ]),
    ).toEqual(['journey-names machines.account.transitions[4].from[1]']);
  });

  test('A transition of visitors names a use case and its outcome, nothing else', () => {
    expect(
      listShortFindings(
        ['"on": "activate.failed"', '"on": "activat.failed"'],
        ['"on": "activate.active"', '"on": "activate"'],
      ),
    ).toEqual([
      'journey-names machines.registration.transitions[6].on',
      'journey-names machines.registration.transitions[8].on',
    ]);
  });

  test('What a form opens exists', () => {
    expect(
      listShortFindings(
        ['"values": ["email"]', '"values": ["email", "mail"]'],
        ['"facets": { "product": "none" }', '"facets": { "product": "any", "produkt": "none" }'],
      ),
    ).toEqual([
      'journey-names outcomes["become-member"].begun[0].open.values[1]',
      'journey-names outcomes["become-member"].begun[0].open.facets.product',
      'journey-names outcomes["become-member"].begun[0].open.facets.produkt',
    ]);
  });

  test('A form has a use case, or answers by itself', () => {
    expect(
      listShortFindings(
        ['"post": "activate",\n      "useCase": "activate"', '"post": "activate",\n      "useCase": "activat"'],
        ['"useCase": "changeEmail", ', ''],
      ),
    ).toEqual(['journey-names forms["change-email"]', 'journey-names forms.activation.useCase']);
  });

  test('A list of values is looked at one by one', () => {
    expect(
      listShortFindings([
        '"when": { "registration": ["finished", "active"] }, "page"',
        '"when": { "registration": ["finished", "activ"] }, "page"',
      ]),
    ).toEqual(['journey-names outcomes.resendActivation.sent[0].when.registration[1]']);
  });
});
