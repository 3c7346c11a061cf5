import { expect, test } from 'vitest';
import { resolveOn } from '#engine/documents/resolve.ts';
import { smallProject, swap } from '#tests/helpers/small-project.ts';

const brand = 'pages-config/brand.json';

function findingsFor(emblem: string, brandFiles?: readonly string[]) {
  const changes = { [brand]: swap('"address"', `"mails": { "emblem": "${emblem}" }, "address"`) };
  const result = resolveOn({ ...smallProject(changes), ...(brandFiles && { brandFiles }) }, undefined);
  return result.ok ? result.warnings : result.findings;
}

test('a file that does not exist is found, with the one that was probably meant', () => {
  expect(findingsFor('pages-config/brand/emblm.png', ['pages-config/brand/emblem.png'])).toEqual([
    expect.objectContaining({
      rule: 'unknown-file',
      severity: 'error',
      file: brand,
      path: 'mails.emblem',
      message: 'There is no file "pages-config/brand/emblm.png".',
      suggestion: 'pages-config/brand/emblem.png',
    }),
  ]);
  expect(findingsFor('pages-config/brand/emblem.png', ['pages-config/brand/emblem.png'])).toEqual([]);
});

test('a file that mail programs would not show is found whether it exists or not', () => {
  expect(findingsFor('pages-config/brand/emblem.svg')).toEqual([
    expect.objectContaining({ rule: 'unknown-file', expected: 'a file that ends with .png or .jpg' }),
  ]);
});

test('Without a list of files none is reported as missing', () => {
  expect(findingsFor('pages-config/brand/emblem.png')).toEqual([]);
});
