import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProject } from '#engine/documents/read-project.ts';
import { resolveOn } from '#engine/documents/resolve.ts';
import { decide } from '#engine/decide/decide.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';

const site = await projectSite();

/** What the address shows at a moment: the document, and the blocks whose window is open. */
function shown(url: string, at: string): readonly string[] {
  const decision = decide(makeFacts({ url, now: Date.parse(at) }), site);
  if (decision.kind !== 'page') throw new Error(`"${url}" is redirected.`);
  const open = Object.entries(decision.facets).filter(
    ([name, value]) => name.startsWith('window:') && value === 'open',
  );
  return [decision.document, ...open.map(([name]) => name.slice('window:'.length))];
}

const friday = 'landings/black-friday';
const monday = 'landings/cyber-monday';

test.each([
  ['/de/black-friday', '2027-11-20T12:00:00Z', [friday, 'opening']],
  ['/de/black-friday', '2027-11-21T22:59:59Z', [friday, 'opening']],
  ['/de/black-friday', '2027-11-21T23:00:00Z', [friday, 'countdown', 'strip', 'week']],
  ['/de/black-friday', '2027-11-29T12:00:00Z', [friday, 'countdown', 'monday', 'strip']],
  ['/de/black-friday', '2027-11-29T23:00:00Z', ['landings/default']],
  ['/pl/black-week', '2027-11-25T12:00:00Z', ['landings/black-week', 'countdown', 'week']],
  ['/pl/black-week', '2027-12-24T12:00:00Z', ['landings/default']],
  ['/de/cyber-monday', '2027-11-28T12:00:00Z', [monday, 'opening']],
  ['/de/cyber-monday', '2027-11-29T12:00:00Z', [monday, 'countdown']],
  ['/de/cyber-monday', '2027-12-01T12:00:00Z', ['landings/default']],
])('"%s" shows at %s the document and the banners %j', (url, at, expected) => {
  expect(shown(url, at)).toEqual(expected);
});

test('one variation of Black Friday counts down, the other one keeps calm', () => {
  const countdowns = ['landings/black-friday', 'landings/black-friday-calm'].map(
    (id) => JSON.stringify(site.documents.get(id)?.blocks).match(/"type":"countdown-banner"/g)?.length ?? 0,
  );
  expect(countdowns[0]).toBeGreaterThan(0);
  expect(countdowns[1]).toBe(0);
});

test('the documents as they are shipped have no finding, however late they are checked', async () => {
  const deployment = { basePath: '/', publicOrigin: 'http://localhost:3000', webViewScheme: '' };
  const project = { ...(await readProject(join(import.meta.dirname, '../..'))), deployment, journeys };
  const result = resolveOn(project, '2099-12-31');
  expect((result.ok ? result.warnings : result.findings).map(({ file, message }) => `${file} ${message}`)).toEqual([]);
});
