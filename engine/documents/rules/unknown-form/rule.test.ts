import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

test('A block that shows a form that does not exist is reported at its name', () => {
  const block = '{ "id": "lead", "type": "form", "form": "forms/lead", "title": "landing.steps" }';
  const findings = checkSmall({
    'pages-config/landings/default.json': swap('{\n      "id": "steps"', `${block}, {\n      "id": "steps"`),
  });
  expect(findings).toMatchObject([{ rule: 'unknown-form', path: 'blocks[2].form', found: '"forms/lead"' }]);
});
