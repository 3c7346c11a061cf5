import { build } from 'vike/api';
import { getReleaseFolder } from '#server/platform/build-record.ts';
import { root } from '#server/platform/paths.ts';
import { dropDevelopmentPages } from './drop-development-pages.ts';
import { keepSourceMaps } from './keep-source-maps.ts';
import { endWithParent } from './build-task.ts';

// Builds the code of the release named by its only argument, in a process of its own.
endWithParent();
const folder = getReleaseFolder({ release: process.argv[2] ?? '' });
try {
  await build({ viteConfig: { root, logLevel: 'warn', build: { outDir: folder.root } } });
  await dropDevelopmentPages(folder.client);
  await keepSourceMaps(folder.client, folder.sourceMaps);
} catch (error) {
  // Printed explicitly: the bundler listens to uncaught errors, and Node.js would exit with code 0.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
