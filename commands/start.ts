import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isForProduction, writeJsonLinesOnly } from './json-lines.ts';
import { runPlainCommand } from './run-command.ts';

process.env.NODE_ENV = 'production';
if (isForProduction(process.env)) writeJsonLinesOnly(process.env);
const usage = {
  name: 'start',
  summary: 'Builds when something changed since the last build, then serves.',
  calls: { '': 'until SIGTERM or Ctrl+C; settings come from the environment: docs/settings.md' },
};
await runPlainCommand(usage, async () => {
  // A separate process: meanwhile the server is loaded and reads its documents.
  const build = fork(fileURLToPath(new URL('./build.ts', import.meta.url)), ['--if-stale']);
  const built = Promise.withResolvers<void>();
  const serving = import('./serve-site.ts').then(({ serveSite }) => serveSite(built.promise));
  // The build reports errors in settings and documents.
  serving.catch(() => undefined);
  const [code] = await once(build, 'exit');
  if (code !== 0) {
    process.exitCode = code ?? 1;
    return;
  }
  built.resolve();
  await serving;
});
