import '../check-node.mjs';
import type { Finding } from '#engine/base/finding.ts';
import { readBuildRecord } from '#server/build-record.ts';
import { hashInputs } from './build-inputs.ts';
import { exitWithFindings } from './exit-with-findings.ts';
import { readSettingsOrExit } from './read-settings-or-exit.ts';

process.env.NODE_ENV = 'production';

/** `--if-stale` builds only when something changed since the last build. */
const onlyIfStale = process.argv.includes('--if-stale');
const settings = readSettingsOrExit();
const inputs = await hashInputs();

if (!onlyIfStale || (await readBuildRecord())?.inputs !== inputs) {
  const { buildAll } = await import('./build-all.ts');
  const findings: readonly Finding[] = await buildAll(settings, inputs);
  if (findings.length > 0) exitWithFindings(findings);
}
