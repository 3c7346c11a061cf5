import { expect, test } from 'vitest';
import { icons } from '#engine/block-kit/icons.ts';
import schema from './icon.schema.json' with { type: 'json' };

test('A document may name exactly the drawings that exist.', () => {
  expect(schema.enum.toSorted()).toEqual(Object.keys(icons).toSorted());
});
