import { readPageData } from '../dom/page-data.ts';
import { memoizeOnce } from './memoize-once.ts';

const ask = memoizeOnce(async (): Promise<unknown> => {
  const { askForDefaults } = await import('./startup-defaults.ts');
  return askForDefaults(readPageData(document)?.basePath ?? '/');
});

/** Startup defaults (C4): from the page if the server inlined them, otherwise fetched once. */
export async function readStartupValues(): Promise<unknown> {
  const text = document.querySelector<HTMLMetaElement>('[name=startup]')?.content;
  if (text === undefined) return ask();
  // Pages inline them for another GraphQL address.
  const own = `${readPageData(document)?.basePath}graphql`;
  return { acqBackendGraphqlWsURL: own, ...Object.fromEntries(new URLSearchParams(text)) };
}
