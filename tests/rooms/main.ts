import { checkRooms } from './check-rooms.ts';

const { modules, findings } = await checkRooms(process.cwd());
for (const finding of findings) console.error(`${finding}\n`);
console.log(
  findings.length === 0 ? `${modules} modules keep to their rooms.` : `${findings.length} imports leave their room.`,
);
process.exitCode = findings.length === 0 && modules > 0 ? 0 : 1;
