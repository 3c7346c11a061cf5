import { build } from 'vike/api';
import { releaseFolder } from '#server/platform/build-record.ts';
import { root } from '#server/platform/paths.ts';
import { dropDevelopmentPages } from './drop-development-pages.ts';
import { keepSourceMaps } from './keep-source-maps.ts';
import { endWithParent } from './build-task.ts';

// Builds the code of the release that is named by its one argument, in a process of its own.
endWithParent();
const folder = releaseFolder({ release: process.argv[2] ?? '' });
try {
  await build({ viteConfig: { root, logLevel: 'warn', build: { outDir: folder.root } } });
  await dropDevelopmentPages(folder.client);
  await keepSourceMaps(folder.client, folder.sourceMaps);
} catch (error) {
  // Left to Node, the process would end with code 0 here: the bundler listens to errors that nobody catches.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
