import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { journeyNames } from '#schemas/generated/journeys/names.ts';
import { root } from '#server/platform/paths.ts';

/* `node commands/journey.ts <command> …` runs `journeys/<name>/commands/<command>.ts` of the first journey that has it. */

const [command = ''] = process.argv.splice(2, 1);
const file = Object.keys(journeyNames)
  .map((name) => join(root, 'journeys', name, 'commands', `${command}.ts`))
  .find(existsSync);
if (file === undefined) {
  console.error(`No journey of this project has the command "${command}".`);
  process.exitCode = 1;
} else await import(pathToFileURL(file).href);
