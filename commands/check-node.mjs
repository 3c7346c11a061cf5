// Preloaded by commands ("node --import"). Plain JavaScript, because older versions of Node.js cannot parse the rest.
import { writeSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 24 || (major === 24 && minor < 15)) {
  // Synchronous: `console` may not have finished writing when the process exits.
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

// Caches V8 code and stripped TypeScript by content: a second start takes two thirds of the time. `NODE_COMPILE_CACHE` selects another folder; one that is not writable is ignored.
module.enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)));
