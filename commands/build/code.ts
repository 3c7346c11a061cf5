import { build } from 'vike/api';
import { root } from '#server/platform/paths.ts';
import { endWithParent } from './part.ts';

// Builds the code of a release into the folder that is its one argument, in a process of its own.
endWithParent();
await build({ viteConfig: { root, logLevel: 'warn', build: { outDir: process.argv[2] } } });
