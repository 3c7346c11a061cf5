import { expect, test } from 'vitest';
import { resolve } from '#engine/documents/resolve.ts';
import { checkSmall, smallProject, swap } from '#tests/helpers/small-project.ts';

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

test('The list of measured crops names images that exist, by marks that a command wrote', () => {
  const grades = { 'images/satin.jpg': ['e545ad1fc6c3', 'E545'], 'images/satni.jpg': ['e545ad1fc6c3'] };
  expect(checkSmall({ 'grades.json': JSON.stringify(grades) })).toEqual([
    expect.objectContaining({ rule: 'schema', severity: 'error', path: '["images/satin.jpg"][1]' }),
    expect.objectContaining({ rule: 'unknown-image', severity: 'warning', suggestion: 'images/satin.jpg' }),
  ]);
});

test('Images of the site document are checked, too', () => {
  expect(checkSmall({ 'pages-config/site.json': swap('images/emblem.png', 'images/emblm.png') })).toEqual([
    expect.objectContaining({ rule: 'unknown-image', path: 'organization.logo.src' }),
  ]);
});

test.each([
  ['nothing', 'landing.labels', 'images/satin-2.jpg'],
  ['another text', 'images/satin-2.jpg', 'pages-config/landings/default.json'],
])('An image that three places miss was renamed to a similar one that %s names', (_, lead, file) => {
  const block = (id: string): string =>
    JSON.stringify({
      id,
      type: 'interlude',
      title: 'landing.steps',
      image: { src: 'images/satn-2.jpg', decorative: true },
    });
  const project = smallProject({
    'pages-config/landings/default.json': (text) =>
      text
        .replace('{\n      "id": "steps"', `${['one', 'two', 'three'].map(block).join(', ')}, {\n      "id": "steps"`)
        .replace('"lead": "landing.labels"', `"lead": ${JSON.stringify(lead)}`),
  });
  const result = resolve({ ...project, images: [...project.images, 'images/satin-2.jpg'] });
  const found = result.ok ? [] : result.findings.filter(({ rule }) => rule === 'unknown-image');
  expect(found.map((each) => each.file)).toEqual([file]);
});
