import { describe, expect, test } from 'vitest';
import { findJourneyMistakes, hasRegistration, writeField } from '#tests/helpers/journey-project.ts';

const join = 'pages-config/landings/join.json';
const fields = ['gender', 'firstName', 'lastName', 'email', 'country', 'code', 'terms'].map(writeField).join(', ');

/** Findings of a landing whose form is in a second block, too, on these conditions. */
function withSecond(one: string, other: string): string[] {
  const block = `{ "id": "two", "type": "registration-form", "when": { "code": "${other}" }, "level": 1, "title": "site.join", "groups": [{ "fields": [${fields}] }], "submit": "site.join" }`;
  return findJourneyMistakes(
    [join, '"id": "join",', `"id": "join", "when": { "code": "${one}" },`],
    [join, '"submit": "site.join"\n    }', `"submit": "site.join"\n    }, ${block}`],
  ).map(({ rule, path }) => `${rule} ${path}`);
}

describe.runIf(hasRegistration)('journey-fields', () => {
  test('One form may stand in two blocks whose conditions exclude each other', () => {
    expect(withSecond('unknown', 'known')).toEqual([]);
    expect(withSecond('known', 'known')).toContain('journey-fields blocks[2]');
  });
});
