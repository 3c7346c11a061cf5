import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Edit,
  findJourneyMistakes,
  hasRegistration,
  journeyRoot,
  listShortFindings,
} from '#tests/helpers/journey-project.ts';

describe.runIf(hasRegistration)('journey-flows', () => {
  test('The next step follows a step that has others after it', () => {
    expect(
      listShortFindings([
        '"received": [{ "page": "pages/failed", "session": "add" }]',
        '"received": [{ "step": "next", "session": "add" }]',
      ]),
    ).toEqual(['journey-flows outcomes.applyForMembership.received[0].step']);
  });

  test('A form that is not a step of the flow is reported', () => {
    expect(
      listShortFindings(['"name": "default", "form": "registration"', '"name": "default", "form": "change-email"']),
    ).toEqual(['journey-flows flows.default.steps[0].form']);
  });

  test('A landing names a flow and a form names a step that exist, also in changes', () => {
    const lean = 'pages-config/landings/lean.json';
    const short = (...edits: Edit[]) =>
      findJourneyMistakes(...edits).map(({ rule, path, found }) => [rule, path, JSON.parse(found ?? '""')]);
    expect(short([lean, '"flow": "lean"', '"flow": "leen"'])).toEqual([['journey-flows', 'flow', 'leen']]);
    expect(short([lean, '"step": "leanStep1"', '"step": "step-1"'])).toContainEqual([
      'journey-flows',
      'blocks[1].step',
      'step-1',
    ]);
    const variant = {
      $schema: '../../../../../schemas/generated/editor/landing.schema.json',
      version: 4,
      slug: 'lean',
      extends: 'landings/join',
      changes: [
        { op: 'set', block: 'join', props: { step: 'leanStep9' } },
        { op: 'document', set: { flow: 'toString' } },
      ],
    };
    const whole = readFileSync(`${journeyRoot}/${lean}`, 'utf8');
    expect(short([lean, whole, JSON.stringify(variant)]).filter(([rule]) => rule === 'journey-flows')).toEqual([
      ['journey-flows', 'changes[0].props.step', 'leanStep9'],
      ['journey-flows', 'changes[1].set.flow', 'toString'],
    ]);
  });
});
