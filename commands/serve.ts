import { runCommand } from './run-command.ts';

// React and everything built with it read this when they are loaded.
process.env.NODE_ENV = 'production';
const { serveSite } = await import('./serve-site.ts');
await runCommand(serveSite);
