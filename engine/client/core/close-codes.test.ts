import { expect, test } from 'vitest';
import { closeCodes, isFatalClose } from './close-codes.ts';

test('These codes and no others end a subscription permanently', () => {
  const fatal = [4500, 4005, 4400, 4004, 4401, 4406, 4409, 4429];
  const known = Object.values(closeCodes);
  expect(known.filter(isFatalClose).toSorted()).toEqual(fatal.toSorted());
  expect(known.filter((code) => !isFatalClose(code)).toSorted()).toEqual([4205, 4403, 4408, 4499, 4504]);
});

test("of the protocol's own codes only those of a connection that was lost without fault are worth coming back for", () => {
  const all = Array.from({ length: 1000 }, (_, index) => 1000 + index);
  expect(all.filter((code) => !isFatalClose(code))).toEqual([1000, 1001, 1005, 1006, 1012, 1013, 1014]);
});
