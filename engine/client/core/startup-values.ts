import { readPageData } from '../dom/page-data.ts';
import { memoizeOnce } from './memoize-once.ts';

const ask = memoizeOnce(async (): Promise<unknown> => {
  const { askForDefaults } = await import('./startup-defaults.ts');
  return askForDefaults(readPageData(document)?.basePath ?? '/');
});

/** What the client must know before its first call (C4): from the page where the server wrote it there, else asked for once. */
export async function startupValues(): Promise<unknown> {
  const text = document.querySelector<HTMLMetaElement>('[name=startup]')?.content;
  if (text === undefined) return ask();
  // The page says where else it is.
  const own = `${readPageData(document)?.basePath}graphql`;
  return { acqBackendGraphqlWsURL: own, ...Object.fromEntries(new URLSearchParams(text)) };
}
