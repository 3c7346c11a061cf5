import { run } from './gen/index.ts';
process.exitCode = await run(process.argv.slice(3), process.cwd());
