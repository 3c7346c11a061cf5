import { writeFile } from 'node:fs/promises';
import { formatSettingsPage } from './settings-page.ts';

await writeFile(new URL('../../docs/settings.md', import.meta.url), formatSettingsPage());
