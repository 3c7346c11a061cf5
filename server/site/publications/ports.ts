import type { NormaliseOutcome, PictureSize } from '#engine/compile/assets/normalise-picture.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { PictureFile } from '#engine/documents/types.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import type { BuildFiles, Overlay } from './overrides.ts';
import type { ContentPath, PageView, RenderOutcome, RevisionFile } from './publications.ts';
import type { PreviewVisit, VisitOutcome } from './visit.ts';

export type { NormalisedPicture, PictureSize } from '#engine/compile/assets/normalise-picture.ts';

/** An upload as rules see it. */
export interface UploadedPicture {
  /** As documents name it. */
  readonly path: string;
  readonly file: PictureFile;
}

/** What reads and makes pictures, outside the process that answers visitors. */
export interface ProjectPictures {
  /** Paths of the pictures of the build. */
  list(): Promise<readonly string[]>;
  /** Reads an uploaded file. */
  normalise(file: string): Promise<NormaliseOutcome>;
  /** Pictures of the build, in the order of the question; `null` for a broken one. */
  measure(paths: readonly string[]): Promise<readonly (PictureSize | null)[]>;
  /** WebP of a picture of the build. */
  thumbnail(path: string): Promise<Uint8Array>;
}

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
  readonly pictures: ProjectPictures;
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
