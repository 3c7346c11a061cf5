import { writeFile } from 'node:fs/promises';
import { settingsPage } from './settings-page.ts';

await writeFile(new URL('../../docs/settings.md', import.meta.url), settingsPage());
