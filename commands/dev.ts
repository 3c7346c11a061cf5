import { develop } from './develop.ts';
import { runCommand } from './refusal.ts';

await runCommand(develop);
