import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { Guard, JourneyDocument } from '#schemas/generated/documents.ts';

type Page = readonly [id: string, page: ResolvedDocument];

/** Pages of which the document of a journey speaks and that the project does not have, so that walks go over all that it says. */
export function listWalkedPages(site: Site, journey: string): readonly Page[] {
  const document = site.journeyDocuments.get(journey);
  return document === undefined ? [] : [...guardedPages(site, document), ...lastStepWithDialog(site, document)];
}

/** A page behind each guard that no page of the project has. */
function guardedPages({ documents }: Site, journey: JourneyDocument): readonly Page[] {
  const all = [...documents.values()];
  const plain = all.find(({ kind, guards, route }) => kind === 'page' && guards.length === 0 && route !== undefined);
  const names = Object.keys(journey.guards ?? {}) as Guard['name'][];
  const unused = names.filter((name) => !all.some(({ guards }) => guards.some((guard) => guard.name === name)));
  return unused.map((name) => {
    const id = `pages/walks/${name}`;
    if (plain === undefined) throw new Error('The project has no page without guards.');
    return [id, { ...plain, id, route: `/walks/${name}`, guards: [{ name }] }];
  });
}

/** A landing with the last of several steps that shows what follows in a dialog of its own. */
function lastStepWithDialog({ documents }: Site, { flows }: JourneyDocument): readonly Page[] {
  const [flow, { steps }] = Object.entries(flows).find((each) => each[1].steps.length > 1) ?? ['', { steps: [] }];
  const page = documents.get(steps.at(-1)?.page ?? '');
  if (page === undefined) return [];
  const { route: _route, ...shown } = page;
  const id = 'landings/walks-dialog';
  const facets = [...page.facets, 'registration'].toSorted();
  return [[id, { ...shown, id, kind: 'landing', slug: 'walks-dialog', guards: [], flow, facets }]];
}
