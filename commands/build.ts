import { readArguments } from '#engine/cli/usage.ts';
import { endWithParent } from './build/build-task.ts';
import { runCommand } from './run-command.ts';

process.env.NODE_ENV = 'production';
endWithParent();
const usage = {
  name: 'build',
  summary: 'Makes everything that "npm run serve" needs.',
  calls: { '': 'builds' },
  options: {
    'if-stale': { type: 'boolean', default: false, does: 'only when something changed since the last build' },
  },
  positionals: 0,
} as const;
await runCommand(usage, async (args) => {
  const { values } = readArguments(usage, args);
  const { build, buildIfStale } = await import('./build/build-site.ts');
  await (values['if-stale'] ? buildIfStale() : build());
});
