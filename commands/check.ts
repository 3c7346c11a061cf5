import { usage } from '#engine/cli/check/index.ts';
import { runCommand } from './run-command.ts';

const args = process.argv.slice(2);

if (args.some((arg) => arg === '--experiment' || arg.startsWith('--experiment='))) {
  process.env.NODE_ENV = 'production';
  await runCommand(usage, async () => (await import('./check-experiment.ts')).checkExperiment(args));
} else if (args.includes('--codes')) {
  await runCommand(usage, async () => (await import('./check-codes.ts')).checkCodes(args));
} else {
  process.argv.splice(2, 0, 'check');
  await import('#engine/cli/main.ts');
}
