import { develop } from './develop.ts';
import { runCommand } from './run-command.ts';

await runCommand(develop);
