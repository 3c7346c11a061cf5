import type { SectionView } from '#engine/shared/data-view.ts';
import type { ResolvedExperiment, Site } from '#engine/documents/types.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import type { Drafting } from '../drafting.ts';
import type { ResultsEditing } from '../results/results.ts';
import { concludeExperiment, concludeSections } from './conclude-experiment.ts';
import { editExperiment, editSections } from './edit-experiment.ts';

interface EditingPorts {
  readonly drafting: Drafting;
  readonly hasGrowthBook: boolean;
  /** The newest ones. */
  readonly documents: () => Site | null;
}

/** What the page of an experiment changes in drafts. */
export function experimentEditing(ports: EditingPorts): ResultsEditing {
  const conclude = concludeExperiment(ports);
  return {
    actions: {
      'preview-conclude-experiment': conclude.preview,
      'conclude-experiment': conclude.run,
      'edit-experiment': editExperiment(ports),
    },
    sections: async (request: AdminRequest, experiment: ResolvedExperiment): Promise<readonly SectionView[]> => [
      ...concludeSections(request, experiment),
      ...(await editSections(request, ports, experiment)),
    ],
  };
}
