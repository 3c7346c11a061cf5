import { expect, test } from 'vitest';
import { resolveOn } from '#engine/documents/resolve.ts';
import type { ImageFile } from '#engine/documents/types.ts';
import { type Changes, smallProject, swap } from '#tests/helpers/small-project.ts';

const whole: ImageFile = { format: 'jpeg', width: 2400, height: 1500, bytes: 300_000 };
const landing = 'pages-config/landings/default.json';

function reported(image: ImageFile, changes: Changes = {}): readonly string[] {
  const imageFiles = new Map([['images/satin.jpg', image]]);
  const result = resolveOn({ ...smallProject(changes), imageFiles }, undefined);
  const findings = result.ok ? result.warnings : result.findings;
  return findings.map(({ rule, severity, file, path }) => `${rule} ${severity} ${file} ${path}`);
}

const cropped = (crop: object) => ({
  [landing]: swap('"grade": "dark"', `"grade": "dark", ${JSON.stringify(crop).slice(1, -1)}`),
});

test('An image that is what its name says, and large enough, has no finding', () => {
  expect(reported(whole)).toEqual([]);
});

test('A file that is not an image, and one of another kind than its name says, is refused once, at the file', () => {
  expect(reported({ problem: 'it is not an image' })).toEqual(['picture-file error images/satin.jpg ']);
  expect(reported({ ...whole, format: 'png' })).toEqual(['picture-file error images/satin.jpg ']);
  expect(reported({ ...whole, format: 'svg' })).toEqual(['picture-file error images/satin.jpg ']);
});

test('An image of more pixels or bytes than any page shows is a warning at the file', () => {
  expect(reported({ ...whole, width: 12_000, height: 9000 })).toEqual(['picture-file warning images/satin.jpg ']);
  expect(reported({ ...whole, bytes: 40_000_000 })).toEqual(['picture-file warning images/satin.jpg ']);
});

test('An image that is too small for several places is one warning, at the image', () => {
  expect(reported({ ...whole, width: 640, height: 400 })).toEqual(['picture-file warning images/satin.jpg ']);
});

test('A crop that is smaller than its place needs is a warning where it is shown', () => {
  const [crop, narrow] = [
    { x: 0, y: 0, width: 0.5, height: 1 },
    { x: 0, y: 0, width: 0.1, height: 1 },
  ];
  expect(reported(whole, cropped({ crop, narrow }))).toEqual([
    `picture-file warning ${landing} blocks[1].image.narrow.width`,
  ]);
});
