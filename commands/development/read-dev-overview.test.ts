import { afterAll, expect, test } from 'vitest';
import { MistakenProject } from '#tests/invalid-projects/mistaken-project.ts';
import { readDevOverview } from './read-dev-overview.ts';

const project = new MistakenProject('tests/invalid-projects/project');
afterAll(() => project.remove());

test('The page of a developer says what check, impact, calendar and texts say, also where no commit can be asked', async () => {
  const desk = await readDevOverview(project.root);
  expect(desk.map(({ command }) => command)).toEqual([
    'npm run check',
    'npm run impact',
    'npm run calendar',
    'npm run texts',
  ]);
  expect(desk[0]?.text).toBe('0 errors, 0 warnings.');
  expect(desk[1]?.text).toMatch(/\bgit\b/i);
});

test('While a document has a mistake, the page of a developer names it with file and line and has no calendar', async () => {
  const edit = { file: 'pages-config/landings/default.json', find: '"grade": "dark"', write: '"grade": "drak"' };
  const [desk, said] = await project.withMistake([edit], async () => [
    await readDevOverview(project.root),
    await project.check(),
  ]);
  expect(desk.map(({ title }) => title)).toEqual(['Findings', 'What uncommitted changes touch']);
  expect(desk[0]?.text).toBe(said.lines.join('\n'));
  expect(desk[0]?.text).toContain('pages-config/landings/default.json:');
});
