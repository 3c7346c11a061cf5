import { readArguments } from '#engine/cli/usage.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { root } from '#server/platform/paths.ts';
import { createPublishedProject } from './publishing/create-published-project.ts';
import { pullFiles } from './publishing/pull-files.ts';
import { runCommand } from './run-command.ts';
import { withBackend } from './with-backend.ts';

const usage = {
  name: 'pull',
  summary: 'Writes what was published on the servers into the files of this project.',
  calls: { '': 'writes the files that differ, and deletes those that were deleted' },
  options: {
    'dry-run': { type: 'boolean', default: false, does: 'only list them' },
    force: { type: 'boolean', default: false, does: 'overwrite changes that are neither committed nor published' },
  },
  positionals: 0,
} as const;

await runCommand(usage, async (args) => {
  const { values } = readArguments(usage, args);
  const project = createPublishedProject(readProject(root));
  const call = { isDry: values['dry-run'], isForced: values.force };
  const lines = await withBackend((backend) => pullFiles(backend, root, call), project);
  for (const line of lines) console.log(line);
});
