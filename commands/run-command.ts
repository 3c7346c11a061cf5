import { isUserError, isUnavailableError, UserError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { formatText } from '#engine/cli/check/format-text.ts';
import { allowClosedPipe } from '#engine/cli/closed-pipe.ts';
import { asksForHelp, formatUsage, readArguments, type Usage, UsageError } from '#engine/cli/usage.ts';
import {
  type Environment,
  findSimilarNames,
  formatProblems,
  readSettings,
  type Settings,
} from '#server/platform/settings/read-settings.ts';

/**
 * Runs a command; with `--help` it prints the usage. UserError and UnavailableError end it with their message and exit code 1, an invalid
 * call with exit code 2.
 */
export async function runCommand(
  usage: Usage,
  command: (args: readonly string[]) => Promise<void>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  allowClosedPipe();
  if (asksForHelp(args)) return console.log(formatUsage(usage));
  try {
    await command(args);
  } catch (error) {
    process.exitCode = error instanceof UsageError ? 2 : 1;
    // Printed explicitly: libraries of a build handle uncaught errors and would let it exit with code 0.
    if (!isUserError(error) && !isUnavailableError(error)) throw error;
    console.error(error.message);
  }
}

/** Runs a command without arguments; settings come from the environment. */
export async function runPlainCommand(
  usage: Omit<Usage, 'options' | 'positionals'>,
  command: () => Promise<void>,
): Promise<void> {
  const plain = { ...usage, options: {}, positionals: 0 };
  await runCommand(plain, (args) => {
    readArguments(plain, args);
    return command();
  });
}

/** @throws UserError that lists all problems */
export function requireSettings(environment: Environment = process.env): Settings {
  const result = readSettings(environment);
  if (!result.ok) throw new UserError(formatProblems(result.problems));
  for (const { name, meant } of findSimilarNames(environment))
    console.warn(`There is no setting ${name}, so it is not read. Did you mean "${meant}"?`);
  return result.settings;
}

/** An error with the findings in the documents. */
export function toUserError(findings: readonly Finding[]): UserError {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const count = errors.length === 1 ? 'One mistake has' : `${errors.length} mistakes have`;
  return new UserError(
    [
      ...errors.map((finding) => formatText(finding, process.stderr.isTTY && process.stderr.hasColors())),
      '',
      `${count} to be fixed first.`,
    ].join('\n'),
  );
}
