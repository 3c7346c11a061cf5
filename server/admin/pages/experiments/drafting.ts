import type { Finding } from '#engine/shared/finding.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';

/** Where changes of experiments are drafted. */
export interface Drafting {
  /** Folder of the project. */
  readonly root: string;
  /** All files of the project, by path from its root, as visitors get them. */
  readFiles(): Promise<ReadonlyMap<string, string>>;
  /** Saves files in a draft of their own and leads to the page that reviews it; findings are shown at the fields of the form. */
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
  /** Field that shows a finding, with the sentence to show where that is another one; the form as a whole otherwise. */
  readonly toField?: (finding: Finding) => FieldFinding | undefined;
}

export interface ExperimentPorts {
  /** `null` for a process that sends the files on disk as they are. */
  readonly drafting: Drafting | null;
  /** Whether a GrowthBook service decides who takes part, with which weights and from when, whatever documents say (X18). */
  readonly hasGrowthBook: boolean;
}

/** Whether a phase has ended: the experiment is in a later one. */
export const isOver = ({ phase, earlier }: ResolvedExperiment): boolean => earlier.some((each) => each.phase === phase);

export const toExperimentPath = (key: string): string => `pages-config/experiments/${key}.json`;
