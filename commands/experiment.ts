import { parseDecimal, parseWholeNumber } from '#engine/shared/parse-number.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { UserError } from '#engine/shared/errors.ts';
import { findExperiment } from '#engine/cli/find-experiment.ts';
import { createUsageError, readArguments } from '#engine/cli/usage.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { computeDaysUntil } from '#engine/experiments/coverage.ts';
import type { Backend } from '#server/app/backend.ts';
import type { Method } from '#server/site/experiments/results/figures.ts';
import { inPhase } from '#server/site/experiments/results/in-phase.ts';
import { readInteractions } from '#server/site/experiments/results/interactions.ts';
import { computePlannedVisitors, readResults } from '#server/site/experiments/results/results.ts';
import { end } from './experiment/end.ts';
import { formatInteractions } from './experiment/format-interactions.ts';
import { formatResults } from './experiment/format-results.ts';
import { usage } from './experiment/usage.ts';
import { runCommand } from './run-command.ts';
import { withSite } from './with-backend.ts';

await runCommand(usage, async (args) => {
  const { values, positionals } = readArguments(usage, args);
  const [action = '', key = '', variation = ''] = positionals;
  const ending = { key, isDry: values['dry-run'], adapts: values.adapt };
  if (variation !== '' && action !== 'promote')
    throw createUsageError(usage, `"${variation}" is one argument too many.`);
  const method = values.fixed ? 'fixed' : 'sequential';
  switch (action) {
    case 'results':
      return withSite((backend, site) => {
        const experiment = selectPhase(findExperiment(key, site.experiments), values.phase);
        return results(backend, experiment, method, values.json);
      });
    case 'interactions':
      if (key !== '') throw createUsageError(usage, `"${key}" is one argument too many.`);
      return withSite(async ({ ports }, { experiments }) => {
        const pairs = await readInteractions(ports.database.db, experiments);
        console.log(values.json ? JSON.stringify(pairs, null, 2) : formatInteractions(pairs));
      });
    case 'plan': {
      const baseline = rate(values.baseline);
      const daily = values.daily === undefined ? null : wholeNumber(values.daily);
      return withSite(async (_, site) => plan(findExperiment(key, site.experiments), { baseline, daily, method }));
    }
    case 'stop':
    case 'start':
      return withSite((backend, site) => turn(backend, findExperiment(key, site.experiments), action === 'stop'));
    case 'promote':
      return end({ ...ending, winner: variation });
    case 'retire':
      return end(ending);
    default: {
      const meant = suggestName(action, ['results', 'interactions', 'plan', 'stop', 'start', 'promote', 'retire']);
      throw createUsageError(usage, meant === undefined ? 'Say what to do.' : `Did you mean "${meant}"?`);
    }
  }
});

function selectPhase(experiment: ResolvedExperiment, text: string | undefined): ResolvedExperiment {
  if (text === undefined) return experiment;
  const found = inPhase(experiment, parseWholeNumber(text));
  const phases = [...experiment.earlier, experiment].map(({ phase }) => phase).join(', ');
  if (found === null) throw createUsageError(usage, `"${experiment.key}" has no phase "${text}", but ${phases}.`);
  return found;
}

async function results(
  { ports, networkShare }: Backend,
  experiment: ResolvedExperiment,
  method: Method,
  isJson: boolean,
): Promise<void> {
  const found = await readResults(ports.database.db, experiment, method, networkShare);
  console.log(isJson ? JSON.stringify(found, null, 2) : formatResults(found));
}

async function turn({ switchExperiment }: Backend, { key, status }: ResolvedExperiment, stops: boolean): Promise<void> {
  const isNew = await switchExperiment({ experiment: key, stops, actor: 'command-line' });
  if (stops) console.log(isNew ? `${key} is stopped on every server.` : `${key} was stopped before.`);
  else if (status === 'live') console.log(isNew ? `${key} goes on.` : `${key} was not stopped.`);
  else console.log(`${key} is not stopped, but its document says "status": "paused".`);
}

interface Plan {
  readonly baseline: number;
  readonly daily: number | null;
  readonly method: Method;
}

function plan(experiment: ResolvedExperiment, { baseline, daily, method }: Plan): void {
  // The number of visitors does not matter here.
  const control = { visitors: 1, conversions: baseline };
  const { targetSampleSize: _, ...unplanned } = experiment;
  const needed = computePlannedVisitors(unplanned, control, method);
  const effect = `${experiment.minimumDetectableEffect * 100} %`;
  if (needed === null)
    throw new UserError(
      `No number of visitors finds ${effect} more of a rate of ${baseline}: that would be no rate any more.`,
    );
  console.log(
    `${experiment.key}: ${needed} visitors of all variations find an effect of ${effect} on a rate of ${baseline} in 80 of 100 experiments that have one.`,
  );
  if (experiment.targetSampleSize !== needed)
    console.log(
      `Write "targetSampleSize": ${needed} into ${experiment.file}, so that its intervals are narrowest then.`,
    );
  if (daily === null) return;
  const days = computeDaysUntil(needed, daily, experiment, Date.now());
  console.log(
    days === null
      ? `With ${daily} visitors a day and this "coverage" they never come together.`
      : `With ${daily} visitors a day that takes ${days} days.`,
  );
}

function rate(text: string | undefined): number {
  const value = parseDecimal(text ?? '');
  if (!(value > 0 && value < 1))
    throw createUsageError(
      usage,
      `"--baseline" takes the control's rate, a number between 0 and 1 such as 0.1, not "${text ?? ''}".`,
    );
  return value;
}

function wholeNumber(text: string): number {
  const value = parseWholeNumber(text);
  if (!(value > 0)) throw createUsageError(usage, `"--daily" takes a whole number such as 500, not "${text}".`);
  return value;
}
