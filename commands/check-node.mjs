// Loaded before a command ("node --import"). Plain JavaScript, because an older Node.js cannot even read the rest.
import { writeSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 15)) {
  // Written at once: `console` may still be writing when the process ends.
  writeSync(
    2,
    [
      `This is Node.js ${process.versions.node}; Vitrine needs 24.15 or later.`,
      'On Linux with glibc (x64, arm64) and on Windows (x64) the packages bring it: run "npm ci" again, without "--omit=optional".',
      'Elsewhere (macOS, Windows on arm64, Linux with musl) install it yourself; docs/platforms.md says how.',
      'Then start with "npm start", or with node_modules/.bin/node directly where the packages brought it.',
      '',
    ].join('\n'),
  );
  process.exit(1);
}

// What V8 compiled and what became of TypeScript, by content: a second start takes two thirds of the time, and the code that takes types
// away is not even loaded. `NODE_COMPILE_CACHE` names another folder; one that cannot be written to is left out.
module.enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));
