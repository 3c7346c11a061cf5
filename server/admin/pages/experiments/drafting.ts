import type { Finding } from '#engine/shared/finding.ts';
import type { ResolvedExperiment, Site } from '#engine/documents/types.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';

/** Creates drafts with changes of experiments. */
export interface Drafting {
  /** Folder of the project. */
  readonly root: string;
  /** All files of the project, live or with a draft applied, by path from its root. */
  readFiles(draft?: string): Promise<ReadonlyMap<string, string>>;
  /** The site with a draft applied, for plans; `null` for an unknown draft. */
  readSite(site: Site, draft: string): Promise<DraftedSite | null>;
  /** Saves files in a new draft, or in the named one, and redirects to the page that reviews it; findings are shown at the fields of the form. */
  save(request: AdminRequest, draft: DraftOfExperiment): Promise<ActionResult>;
}

export interface FieldFinding {
  readonly field: string;
  readonly message?: string;
}

export interface DraftedSite {
  readonly site: Site;
  readonly draft: { readonly id: string; readonly name: string };
}

interface DraftOfExperiment {
  /** Of a new draft. */
  readonly name: string;
  /** The draft in which it is saved; default: a new one. */
  readonly draft?: string | undefined;
  /** `null` deletes a file. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Field at which a finding is shown, with a message of its own where the finding's does not fit; default: the form as a whole. */
  readonly toField?: (finding: Finding) => FieldFinding | undefined;
}

export interface ExperimentPorts {
  /** `null` for a process that serves the files on disk unchanged. */
  readonly drafting: Drafting | null;
  /** Whether a GrowthBook service controls targeting, weights and start, regardless of the documents (X18). */
  readonly hasGrowthBook: boolean;
}

/** Whether a later phase has begun. */
export const isOver = ({ phase, earlier }: ResolvedExperiment): boolean => earlier.some((each) => each.phase === phase);

export const toExperimentPath = (key: string): string => `pages-config/experiments/${key}.json`;
