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
    force: { type: 'boolean', default: false, does: 'also when nothing changed since the last build' },
    'if-stale': { type: 'boolean', default: false, does: 'as a start does: a demo leaves its images to the server' },
  },
  positionals: 0,
} as const;
await runCommand(usage, async (args) => {
  const { values } = readArguments(usage, args);
  const { build, buildIfChanged, buildIfStale } = await import('./build/build-site.ts');
  if (values['if-stale']) await buildIfStale();
  else await (values.force ? build() : buildIfChanged());
});
