import { runPlainCommand } from '../../commands/run-command.ts';
import { checkBoundaries } from './check-boundaries.ts';

const usage = {
  name: 'boundaries',
  summary: 'Checks who imports whom by the table of modules in docs/architecture.md.',
  calls: { '': 'exit code 1 when a module imports what the table does not allow' },
};

await runPlainCommand(usage, async () => {
  const { files, findings } = await checkBoundaries(process.cwd(), '.cache/boundaries');
  for (const finding of findings) console.error(`${finding}\n`);
  console.log(
    findings.length === 0
      ? `${files} files import only what the table allows.`
      : `${findings.length} imports are against the table of modules.`,
  );
  process.exitCode = findings.length === 0 && files > 0 ? 0 : 1;
});
