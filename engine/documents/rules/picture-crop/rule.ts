import { isObject } from '../../json.ts';
import type { Rule } from '../rule.ts';

/** Tolerance for rounded fractions. */
const ROUNDING = 0.001;

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;

export const imageCrop: Rule = {
  id: 'picture-crop',
  severity: 'error',
  description: 'Every crop lies inside its image.',
  image: function* ({ value, location }) {
    if (!isObject(value)) return;
    for (const key of ['crop', 'narrow']) {
      const crop = value[key];
      if (!isObject(crop)) continue;
      for (const [from, size, edge] of [
        ['x', 'width', 'right'],
        ['y', 'height', 'lower'],
      ] as const) {
        const [start, length] = [crop[from], crop[size]];
        // A number out of range has a finding of its own.
        if (!isShare(start) || !isShare(length) || start + length <= 1 + ROUNDING) continue;
        yield {
          location: { ...location, path: [...location.path, key, size] },
          message: `The crop goes beyond the ${edge} edge of the image: ${from} ${start} and ${size} ${length} are more than 1.`,
          expected: `at most ${Number((1 - start).toFixed(4))}`,
          found: length,
        };
      }
    }
  },
};
