import { expect, test } from 'vitest';
import { checkSmall, shortFindings } from '#tests/helpers/small-project.ts';

test('A pattern that browsers refuse under the v flag is reported with their reason', () => {
  const [finding, ...others] = checkSmall({
    'blocks/x/x.schema.json': { properties: { code: { pattern: '^[a-z/]+$' } } },
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'pattern-v-flag', line: 4, path: 'properties.code.pattern' });
  expect(finding?.message).toContain('Invalid character in character class');
});

test('A pattern that is valid under both flags passes, and so does a property called pattern', () => {
  expect(
    shortFindings({
      'schemas/x.schema.json': { pattern: '^[a-z\\/\\-]+$', properties: { pattern: { type: 'string' } } },
    }),
  ).toEqual([]);
});
