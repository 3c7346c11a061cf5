import { expect, test } from 'vitest';
import { shortFindings, swap } from '#tests/helpers/small-project.ts';

const landing = 'pages-config/landings/default.json';
const cropped = (crop: object) => swap('"grade": "dark"', `"grade": "dark", "crop": ${JSON.stringify(crop)}`);

test('A crop beyond the edge is reported at the length that is too long', () => {
  expect(shortFindings({ [landing]: cropped({ x: 0.6, y: 0.5, width: 0.5, height: 0.6 }) })).toEqual([
    'picture-crop landings/default.json blocks[1].image.crop.width',
    'picture-crop landings/default.json blocks[1].image.crop.height',
  ]);
});

test('A crop may end at the edge', () => {
  expect(shortFindings({ [landing]: cropped({ x: 0.9, y: 0.7, width: 0.1, height: 0.3 }) })).toEqual([]);
});
