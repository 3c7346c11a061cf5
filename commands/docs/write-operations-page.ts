import { readFile, writeFile } from 'node:fs/promises';
import { withTables } from './operations-tables.ts';

const page = new URL('../../docs/operations.md', import.meta.url);
await writeFile(page, withTables(await readFile(page, 'utf8')));
