import { run } from '#engine/cli/check/index.ts';
console.log(await run(['--fix'], process.argv[2]));
