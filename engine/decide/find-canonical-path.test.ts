import { expect, test } from 'vitest';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { findCanonicalPath } from './find-canonical-path.ts';

test('Search engines know a variation that has an address of its own by the address of the tested document', () => {
  const documents = [
    { id: 'landings/default' },
    { id: 'landings/short', slug: 'short', bases: ['landings/default'] },
    { id: 'landings/lean', slug: 'lean' },
  ];
  const experiments = [
    makeExperiment('short', 'landings/short'),
    makeExperiment('lean', 'landings/lean', {
      variations: [{ key: 'lean', variant: 'landings/lean', redirects: true, weight: 1 }],
    }),
  ];
  const it = makeSite({ documents, experiments });
  expect(findCanonicalPath(it, 'landings/short', '/short')).toBe('/');
  expect(findCanonicalPath(it, 'landings/lean', '/lean')).toBe('/lean');
  expect(findCanonicalPath(it, 'landings/default', '/')).toBe('/');
  expect(findCanonicalPath(makeSite({ documents }), 'landings/short', '/short')).toBe('/short');
});
