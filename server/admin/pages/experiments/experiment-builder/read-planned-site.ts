import type { Site } from '#engine/documents/types.ts';
import type { DraftedSite } from '../drafting.ts';
import type { SplitGeneratorPorts } from './ports.ts';

interface PlannedSite {
  readonly site: Site | null;
  /** `null`: the live site. */
  readonly draft: DraftedSite['draft'] | null;
}

/** The documents for which an experiment is planned: those of the draft that the address names, otherwise the live ones. */
export async function readPlannedSite(
  query: Pick<URLSearchParams, 'get'>,
  { documents, drafting }: Pick<SplitGeneratorPorts, 'documents' | 'drafting'>,
): Promise<PlannedSite> {
  const [site, draft] = [documents(), query.get('draft')];
  if (site === null || draft === null || drafting === null) return { site, draft: null };
  return (await drafting.readSite(site, draft)) ?? { site, draft: null };
}
