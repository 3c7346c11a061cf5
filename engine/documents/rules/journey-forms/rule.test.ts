import { describe, expect, test } from 'vitest';
import { hasRegistration, listShortFindings } from '#tests/helpers/journey-project.ts';

describe.runIf(hasRegistration)('journey-forms', () => {
  test('A step on another page is reported where the flow is written, not at the form as well', () => {
    expect(
      listShortFindings([
        '"name": "leanStep2", "form": "registration-step-2", "page": "pages/started"',
        '"name": "leanStep2", "form": "registration-step-2", "page": "pages/active"',
      ]),
    ).toEqual(['journey-flows flows.lean.steps[1].page']);
  });
});
