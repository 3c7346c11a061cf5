import type { Finding } from '#engine/base/finding.ts';
import { formatText } from '#engine/cli/check/format-text.ts';
import { formatProblems, readSettings, type Settings } from '#server/platform/settings/read-settings.ts';

/** Why a command does not go on; its message is all that the person sees. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Runs a command; a refusal ends it with exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** @throws Refusal with one list of all problems */
export function requireSettings(): Settings {
  const result = readSettings(process.env);
  if (!result.ok) throw new Refusal(formatProblems(result.problems));
  return result.settings;
}

/** Says why the documents cannot be used. */
export function refusalOf(findings: readonly Finding[]): Refusal {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const count = errors.length === 1 ? 'One mistake has' : `${errors.length} mistakes have`;
  return new Refusal(
    [
      ...errors.map((finding) => formatText(finding, process.stderr.isTTY && process.stderr.hasColors())),
      '',
      `${count} to be mended first.`,
    ].join('\n'),
  );
}
