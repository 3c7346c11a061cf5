import { readFile, writeFile } from 'node:fs/promises';
import { withDataViews } from './data-views.ts';

const page = new URL('../../../docs/experiments.md', import.meta.url);
await writeFile(page, withDataViews(await readFile(page, 'utf8')));
