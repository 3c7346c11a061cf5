import { describe, expect, test } from 'vitest';
import {
  type Edit,
  findJourneyMistakes,
  journeyFile,
  hasRegistration,
  listShortFindings,
} from '#tests/helpers/journey-project.ts';

describe.runIf(hasRegistration)('journey-guards', () => {
  test('A guard that denies in place has no way out', () => {
    expect(
      listShortFindings(['"applied": [', '"token-with-email": [{ "page": "pages/failed" }],\n    "applied": [']),
    ).toEqual(['journey-guards guards["token-with-email"]']);
  });

  test('A session that is cleared opens no guarded page', () => {
    expect(
      listShortFindings([
        '"session": "replace", "event": "account_activated"',
        '"session": "clear", "event": "account_activated"',
      ]),
    ).toEqual(['journey-guards outcomes.activate.active[0].session']);
  });

  test('A way out to a page that asks the same guard is reported', () => {
    const edits: readonly Edit[] = [
      [
        'pages-config/landings/join.json',
        '"layout": "default",',
        '"layout": "default",\n  "guards": [{ "name": "code" }],',
      ],
      [journeyFile, '"code": [{ "page": "landings/default" }]', '"code": [{ "page": "landings/join" }]'],
    ];
    expect(findJourneyMistakes(...edits)).toEqual([
      expect.objectContaining({ rule: 'journey-guards', path: 'guards.code[0].page' }),
    ]);
  });
});
