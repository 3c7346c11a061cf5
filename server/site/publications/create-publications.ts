import { createDifferences } from './differences.ts';
import { createDraftSubmissions } from './draft-submissions.ts';
import { createDrafts } from './drafts.ts';
import { createHistory } from './history.ts';
import type { PublicationPorts } from './ports.ts';
import type { Publications } from './publications.ts';
import { createPublishing } from './publish.ts';

/** Drafts, publications and their history. */
export function createPublications(ports: PublicationPorts): Publications {
  const drafts = createDrafts(ports);
  return {
    ...drafts,
    ...createDraftSubmissions(ports, drafts.check),
    ...createHistory(ports),
    ...createDifferences(ports),
    ...createPublishing(ports),
  };
}
