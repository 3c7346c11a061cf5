import { isUserError, isUnavailableError } from '#engine/shared/errors.ts';
import {
  type Environment,
  findSimilarNames,
  formatProblems,
  readSettings,
  type Settings,
} from '#server/platform/settings/read-settings.ts';

/** Result of a check. `skipped`: not applicable to these settings. */
export interface Diagnosis {
  readonly state: 'ok' | 'warning' | 'error' | 'skipped';
  readonly found: string;
  /** Suggested command or change, for warnings and errors. */
  readonly advice?: string;
}

export interface DoctorCheck {
  readonly name: string;
  /** A thrown error counts as a failed check. */
  run(settings: Settings): Promise<Diagnosis>;
}

export interface DoctorReport {
  readonly lines: readonly string[];
  readonly hasErrors: boolean;
}

const LABELS: Readonly<Record<Diagnosis['state'], string>> = {
  ok: 'ok',
  warning: 'WARNING',
  error: 'ERROR',
  skipped: '–',
};

/** Runs the checks sequentially, because some measure time. */
export async function diagnose(environment: Environment, checks: readonly DoctorCheck[]): Promise<DoctorReport> {
  const result = readSettings(environment);
  if (!result.ok) {
    // All other checks depend on valid settings.
    const found = formatProblems(result.problems);
    return { lines: formatDiagnosis('Settings', { state: 'error', found }), hasErrors: true };
  }
  const { settings } = result;
  const similar = findSimilarNames(environment).map(({ name, meant }) => `${name} is not read; ${meant} would be.`);
  const diagnoses: [name: string, diagnosis: Diagnosis][] = [
    ['Settings', { state: 'ok', found: `${settings.mode} mode, ${settings.publicOrigin}${settings.basePath}` }],
    ...similar.map((found): [string, Diagnosis] => [
      'Settings',
      { state: 'warning', found, advice: 'Correct the name, unless another program reads it.' },
    ]),
  ];
  for (const { name, run } of checks) diagnoses.push([name, await run(settings).catch(errorFound)]);
  const count = (wanted: Diagnosis['state']): number => diagnoses.filter(([, { state }]) => state === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const sum = errors + warnings === 0 ? 'Nothing is wrong.' : `Errors: ${errors}. Warnings: ${warnings}.`;
  return { lines: [...diagnoses.flatMap((each) => formatDiagnosis(...each)), '', sum], hasErrors: errors > 0 };
}

/** Messages of UserError and UnavailableError contain advice; other errors are printed as they are. */
function errorFound(error: unknown): Diagnosis {
  if (isUserError(error) || isUnavailableError(error)) return { state: 'error', found: error.message };
  return { state: 'error', found: error instanceof Error ? error.message : String(error) };
}

const INDENT = ' '.repeat(30);

function formatDiagnosis(name: string, { state, found, advice }: Diagnosis): string[] {
  const [first = '', ...more] = found.split('\n');
  return [
    `${name.padEnd(20)}${LABELS[state].padEnd(10)}${first}`,
    ...more.map((line) => INDENT + line),
    ...(advice === undefined ? [] : [`${INDENT}${advice}`]),
  ];
}
