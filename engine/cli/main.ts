import { fileURLToPath } from 'node:url';
import { UsageError } from './command.ts';
import { runCommand } from './run-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  process.exitCode = await runCommand(process.argv.slice(2), root);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
