import { readCommit } from '#engine/cli/impact/read-commit.ts';
import { createUsageError, readArguments } from '#engine/cli/usage.ts';
import { root } from '#server/platform/paths.ts';
import { createPublishedProject } from './publishing/create-published-project.ts';
import { pushFiles } from './publishing/push-files.ts';
import { requireSettings, runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

const usage = {
  name: 'push',
  summary: 'Makes a draft of the changed files of this project, to be published in the admin pages.',
  calls: { '--name "Summer campaign"': 'files that were changed since the last commit and are not live' },
  options: {
    name: { type: 'string', value: '<name>', does: 'name of the draft, 1 to 120 characters' },
    since: { type: 'string', value: '<commit>', default: 'HEAD', does: 'commit that the servers were built from' },
  },
  positionals: 0,
} as const;

await runCommand(usage, async (args) => {
  const { values } = readArguments(usage, args);
  const { name = '', since } = values;
  if (name.trim() === '') throw createUsageError(usage, 'Name the draft, such as --name "Summer campaign".');
  const { publicOrigin, basePath } = requireSettings();
  const comparison = readCommit(root, since);
  const { draft, lines } = await withBackend(
    ({ publications }) => pushFiles(publications, { name, at: root, comparison }),
    createPublishedProject(comparison.before),
  );
  for (const line of lines) console.log(line);
  if (draft === null) console.log('If more was committed since the last build, name its commit with --since.');
  else console.log(`${publicOrigin}${basePath}admin/drafts?draft=${draft}`);
});
