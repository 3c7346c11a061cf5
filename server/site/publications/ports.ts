import type { Finding } from '#engine/base/finding.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import type { BuildFiles, Overlay } from './overrides.ts';
import type { ContentPath, PageView, RenderOutcome, RevisionFile } from './publications.ts';
import type { PreviewVisit, VisitOutcome } from './visit.ts';

/** The project that publications change. */
export interface PublishedProject {
  /** Folder of its files, with the pictures and fonts that they name. */
  readonly root: string;
  /** Its files without publications. */
  files(): Promise<BuildFiles>;
  /**
   * The findings of `npm run check` for the project under each overlay, in their order. Takes seconds, and none of the thread that answers
   * visitors. Rejects with an UnavailableError when it cannot be found out.
   */
  inspect(overlays: readonly Overlay[]): Promise<readonly (readonly Finding[])[]>;
  /** A page of the project under an overlay, likewise. */
  render(overlay: Overlay, page: PageView): Promise<RenderOutcome>;
  /** A page as a visit under chosen conditions would get it, likewise. */
  visit(overlay: Overlay, visit: PreviewVisit): Promise<VisitOutcome>;
}

export type PublicationPorts = Pick<PlatformPorts, 'database' | 'clock' | 'random' | 'pubSub'> & {
  readonly audit: Audit;
  /** Live experiments that show something which these files change, after them. */
  readonly touchedExperiments: (
    after: ReadonlyMap<ContentPath, string>,
    files: readonly RevisionFile[],
  ) => Promise<readonly TouchedExperiment[]>;
  /** The person who made the API token of an actor; the actor itself where there is none. */
  readonly personBehind: (actor: string) => Promise<string>;
  readonly project: PublishedProject;
  readonly approval?: Approval;
};

export interface TouchedExperiment {
  /** Its key. */
  readonly experiment: string;
  readonly beginsPhase: boolean;
}

/** Who publishes a draft: anyone with the permission, or only someone who changed nothing in it (P8). */
export type Approval = 'none' | 'second-person';
