import { isMistake, isOutage, Mistake } from '#engine/base/errors.ts';
import type { Finding } from '#engine/base/finding.ts';
import { formatText } from '#engine/cli/check/format-text.ts';
import { formatProblems, readSettings, type Settings } from '#server/platform/settings/read-settings.ts';

/** Runs a command; a mistake and an outage end it with their message alone and exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!isMistake(error) && !isOutage(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** @throws Mistake with one list of all problems */
export function requireSettings(): Settings {
  const result = readSettings(process.env);
  if (!result.ok) throw new Mistake(formatProblems(result.problems));
  return result.settings;
}

/** Says why the documents cannot be used. */
export function mistakeOf(findings: readonly Finding[]): Mistake {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const count = errors.length === 1 ? 'One mistake has' : `${errors.length} mistakes have`;
  return new Mistake(
    [
      ...errors.map((finding) => formatText(finding, process.stderr.isTTY && process.stderr.hasColors())),
      '',
      `${count} to be mended first.`,
    ].join('\n'),
  );
}
