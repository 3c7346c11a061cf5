import { expect, test } from 'vitest';
import { localDeployment } from '#engine/cli/local-deployment.ts';
import { inspectFonts } from '#engine/compile/assets/inspect-fonts.ts';
import { inspectPictures } from '#engine/compile/assets/inspect-pictures.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { resolveOn } from '#engine/documents/resolve.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';

/* Nobody reads warnings that were there before: a clean checkout has none, now and in years. */

test('The check of this project finds nothing, not even a warning, on any day', async () => {
  const input = {
    ...(await inspectFonts(await inspectPictures('.', await readProject('.')), undefined, '.')),
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
