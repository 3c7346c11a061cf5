import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localDeployment } from '#engine/cli/local-deployment.ts';
import { inspectFonts } from '#engine/compile/assets/inspect-fonts.ts';
import { inspectGrades } from '#engine/compile/assets/inspect-grades.ts';
import { inspectImages } from '#engine/compile/assets/inspect-images.ts';
import { InspectionCache } from '#engine/compile/assets/inspection-cache.ts';
import { buildBrand } from '#engine/documents/brand/brand.ts';
import { readBrand } from '#engine/documents/brand/read-brand.ts';
import { GRADES_FILE, readProject } from '#engine/documents/read-project.ts';
import { inspectOn, resolveOn } from '#engine/documents/resolve.ts';
import type { GradedCrop } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';

/* Old warnings hide new ones, so a clean checkout must have none. */

test('The check of this project finds nothing, not even a warning, on any day', async () => {
  const input = {
    ...(await inspectFonts(await inspectImages('.', await readProject('.')), undefined, '.')),
    deployment: localDeployment,
    journeys,
  };
  let previous: ReturnType<typeof resolveOn> | undefined;
  for (const today of ['2026-11-26', '2026-12-24', '2027-11-26', '2036-01-01']) {
    previous = resolveOn(input, today, previous);
    const findings = previous.ok ? previous.warnings : previous.findings;
    expect(findings.map(({ file, line, rule }) => `${today} ${file}:${line} ${rule}`)).toEqual([]);
  }
});

test('A clean checkout knows of every crop with a grade that it holds, and encodes no image', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vitrine-clean-'));
  const { project } = inspectOn({ ...(await readProject('.')), deployment: localDeployment, journeys }, undefined);
  const brand = readBrand(project.written.get('brand'));
  if (brand === null) throw new Error('The brand has a finding.');
  const { imageGround: ground } = buildBrand(brand);
  const memory = new InspectionCache(root);
  const crops = project.uses.graded as readonly GradedCrop[];
  const { crossing, held } = await inspectGrades(crops, { root: '.', ground, memory, cacheDir: root });
  const made = readdirSync(root);
  rmSync(root, { recursive: true });
  expect([made, crossing]).toEqual([[], []]);
  const sorted = Object.fromEntries([...held].map(([src, keys]) => [src, keys.toSorted()]));
  expect(JSON.parse(readFileSync(GRADES_FILE, 'utf8'))).toEqual(sorted);
});
