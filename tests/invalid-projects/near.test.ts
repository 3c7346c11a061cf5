import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDeployment } from '#engine/cli/local-deployment.ts';
import { inspectFonts } from '#engine/compile/assets/inspect-fonts.ts';
import { inspectImages } from '#engine/compile/assets/inspect-images.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { resolveOn } from '#engine/documents/resolve.ts';
import type { ResolveInput, ResolveResult } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { journeyRoot, journeyTexts } from '#tests/helpers/journey-project.ts';
import { MistakenProject } from './mistaken-project.ts';
import { authorMistakes } from './author-mistakes.ts';
import { campaignFiles, campaignMistakes } from './form-and-campaign-mistakes.ts';
import { furtherFiles, furtherMistakes } from './further-mistakes.ts';
import { moreFiles, type NearMistake, nearMistakes } from './near-mistakes.ts';

/* Many more mistakes of the kinds that the other files here follow through the command: in memory, so that each costs little. */

const TODAY = '2026-11-26';
const project = new MistakenProject('tests/invalid-projects/project', journeyRoot);
for (const file of listPaths('.', journeyTexts)) project.add(file, readFileSync(file, 'utf8'));
for (const [file, text] of Object.entries({ ...moreFiles, ...furtherFiles, ...campaignFiles })) project.add(file, text);
afterAll(() => project.remove());

let input: ResolveInput;
let files: ReadonlyMap<string, string>;
let right: ResolveResult;
beforeAll(async () => {
  const read = await inspectFonts(
    await inspectImages(project.root, await readProject(project.root)),
    undefined,
    project.root,
  );
  files = read.layers[0].files;
  input = { ...read, deployment: localDeployment, journeys };
  right = resolveOn(input, TODAY);
});

const listFindings = (result: ResolveResult) => (result.ok ? result.warnings : result.findings);

/** Where a finding may stand: on the lines that were written, from the first character that differs. */
function expectedLines([, file, find, write, , at]: NearMistake, text: string): readonly string[] {
  if (at !== undefined) return [at];
  let same = 0;
  while (same < find.length && find[same] === write[same]) same += 1;
  const first = text.slice(0, text.indexOf(find) + same).split('\n').length;
  return write
    .slice(same)
    .split('\n')
    .map((_, index) => `${file}:${first + index}`);
}

function answer(mistake: NearMistake): string | null {
  const [name, file, find, write, rule] = mistake;
  const text = files.get(file) ?? '';
  if (!text.includes(find) || find === write) return `${name}: ${find} is not in ${file}, or stays.`;
  const changed = new Map(files).set(
    file,
    text.replace(find, () => write),
  );
  const found = listFindings(resolveOn({ ...input, layers: [{ name: 'files', files: changed }] }, TODAY, right));
  const places = found.map((each) => `${each.file}:${each.line} ${each.rule}`);
  const isRight = places.length === 1 && expectedLines(mistake, text).some((place) => places[0] === `${place} ${rule}`);
  return isRight ? null : `${name}: ${places.join(', ')}`;
}

test('The project without a mistake has no finding', () => {
  expect(listFindings(right)).toEqual([]);
});

test('Each of many near mistakes gives one finding, by its rule and on its line', () => {
  const all = [...nearMistakes, ...furtherMistakes, ...authorMistakes, ...campaignMistakes];
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
  expect(all.flatMap((mistake) => answer(mistake) ?? [])).toEqual([]);
});
