import { expect, test } from 'vitest';
import { resolveOn } from '#engine/documents/resolve.ts';
import type { GradedCrop } from '#engine/documents/types.ts';
import { smallProject } from '#tests/helpers/small-project.ts';

const TODAY = '2026-11-20';
const shown: GradedCrop = { src: 'images/satin.jpg', grade: 'dark', crop: { x: 0, y: 0, width: 1, height: 1 } };

function find(...crossing: readonly GradedCrop[]) {
  const result = resolveOn({ ...smallProject(), crossing }, TODAY);
  return result.ok ? result.warnings : result.findings;
}

test('A crop over the limit of its grade is an error where the document names it', () => {
  const [finding, ...others] = find(shown);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'picture-grade', severity: 'error', path: 'blocks[1].image.src' });
});

test('Other crops of the image are not affected', () => {
  expect(find({ ...shown, grade: 'light' }, { ...shown, crop: { ...shown.crop, width: 0.5 } })).toEqual([]);
});
