import { join } from 'node:path';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { Site } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';

/** The site of this project, as its documents say now. */
export async function projectSite(): Promise<Site> {
  const deployment = { basePath: '/', publicOrigin: 'http://localhost:3000', webViewScheme: '' };
  const result = resolve({ ...(await readProject(join(import.meta.dirname, '../..'))), deployment, journeys });
  if (!result.ok) throw new Error(result.findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return result.site;
}
