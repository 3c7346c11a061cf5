import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

test('An image that does not exist is reported with the nearest path', () => {
  expect(checkSmall({ 'pages-config/landings/default.json': swap('images/satin.jpg', 'images/satni.jpg') })).toEqual([
    expect.objectContaining({
      rule: 'unknown-image',
      line: 13,
      path: 'blocks[1].image.src',
      suggestion: 'images/satin.jpg',
    }),
  ]);
});

test('Images of the site document are checked, too', () => {
  expect(checkSmall({ 'pages-config/site.json': swap('images/emblem.png', 'images/emblm.png') })).toEqual([
    expect.objectContaining({ rule: 'unknown-image', path: 'organization.logo.src' }),
  ]);
});
