import { fileURLToPath } from 'node:url';
import { isUserError } from '#engine/shared/errors.ts';
import { allowClosedPipe } from './closed-pipe.ts';
import { UsageError } from './usage.ts';
import { dispatchCommand } from './run-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

allowClosedPipe();
try {
  process.exitCode = await dispatchCommand(process.argv.slice(2), root);
} catch (error) {
  if (!isUserError(error)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
