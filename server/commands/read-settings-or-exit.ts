import { formatProblems, readSettings, type Settings } from '#server/settings/read-settings.ts';

/** The settings of this process; wrong ones end it with one list of all problems. */
export function readSettingsOrExit(): Settings {
  const result = readSettings(process.env);
  if (result.ok) return result.settings;
  console.error(formatProblems(result.problems));
  return process.exit(1);
}
