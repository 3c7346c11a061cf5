import type { Finding } from '#engine/shared/finding.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';

/** Creates drafts with changes of experiments. */
export interface Drafting {
  /** Folder of the project. */
  readonly root: string;
  /** All live files of the project, by path from its root. */
  readFiles(): Promise<ReadonlyMap<string, string>>;
  /** Saves files in a new draft and redirects to the page that reviews it; findings are shown at the fields of the form. */
  save(request: AdminRequest, draft: DraftOfExperiment): Promise<ActionResult>;
}

export interface FieldFinding {
  readonly field: string;
  readonly message?: string;
}

interface DraftOfExperiment {
  readonly name: string;
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
