import { isForProduction, writeJsonLinesOnly } from './json-lines.ts';
import { runPlainCommand } from './run-command.ts';

// Must be set before React is loaded.
process.env.NODE_ENV = 'production';
if (isForProduction(process.env)) writeJsonLinesOnly(process.env);
const usage = {
  name: 'serve',
  summary: 'Serves what "npm run build" made; "npm start" does both.',
  calls: { '': 'until SIGTERM or Ctrl+C; settings come from the environment: docs/settings.md' },
};
await runPlainCommand(usage, async () => (await import('./serve-site.ts')).serveSite());
