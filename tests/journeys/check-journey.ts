import { join } from 'node:path';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { ResolveResult } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { journeyName } from './stage.ts';

const file = `pages-config/journeys/${journeyName}.json`;
const deployment = { basePath: '/', publicOrigin: 'https://localhost', webViewScheme: '' };

/** What `npm run check` and a server say of the project with another document of the journey; `previous` makes it quicker. */
export async function checkJourney(document: JourneyDocument, previous?: ResolveResult): Promise<ResolveResult> {
  const { layers, images } = await readProject(join(import.meta.dirname, '../..'));
  const changed = { name: 'draft', files: new Map([[file, JSON.stringify(document, null, 2)]]) } as const;
  return resolve({ layers: [...layers, changed], images, deployment, journeys }, previous);
}
