import { runPlainCommand } from '../../commands/run-command.ts';
import { checkRooms } from './check-rooms.ts';

const usage = {
  name: 'rooms',
  summary: 'Checks who imports whom by the table of rooms in docs/architecture.md.',
  calls: { '': 'exit code 1 when an import leaves its room' },
};

await runPlainCommand(usage, async () => {
  const { modules, findings } = await checkRooms(process.cwd());
  for (const finding of findings) console.error(`${finding}\n`);
  console.log(
    findings.length === 0 ? `${modules} modules keep to their rooms.` : `${findings.length} imports leave their room.`,
  );
  process.exitCode = findings.length === 0 && modules > 0 ? 0 : 1;
});
