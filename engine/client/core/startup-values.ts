import { readPageData } from '../parts/page-data.ts';
import { once } from './once.ts';

const ask = once(async (): Promise<unknown> => {
  const { askForDefaults } = await import('./startup-defaults.ts');
  return askForDefaults(readPageData(document)?.basePath ?? '/');
});

/** What the client must know before its first call (C4): from the page where the server wrote it there, else asked for once. */
export async function startupValues(): Promise<unknown> {
  return readPageData(document)?.startup ?? ask();
}
