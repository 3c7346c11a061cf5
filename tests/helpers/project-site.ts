import { join } from 'node:path';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { Site } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';

let site: Promise<Site> | undefined;

/** The site of this project. All tests of a process share it: to read it takes half a second. */
export function projectSite(): Promise<Site> {
  site ??= readSite();
  return site;
}

/** The site with all campaigns, whatever the day: their windows are left out. */
export async function projectSiteWithoutWindows(): Promise<Site> {
  const own = await projectSite();
  const documents = [...own.documents].map(([id, document]) => [id, { ...document, window: undefined }] as const);
  return { ...own, documents: new Map(documents) };
}

async function readSite(): Promise<Site> {
  const deployment = { basePath: '/', publicOrigin: 'http://localhost:3000', webViewScheme: '' };
  const result = resolve({ ...(await readProject(join(import.meta.dirname, '../..'))), deployment, journeys });
  if (!result.ok) throw new Error(result.findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return result.site;
}
