import type { NormaliseOutcome, ImageSize } from '#engine/compile/assets/normalise-image.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { ImageFile } from '#engine/documents/types.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import type { BuildFiles, Overlay } from './overrides.ts';
import type { ContentPath, PageView, RenderOutcome, RevisionFile } from './publications.ts';
import type { PreviewVisit, VisitOutcome } from './visit.ts';

export type { NormalisedImage, ImageSize } from '#engine/compile/assets/normalise-image.ts';

/** An upload as rules see it. */
export interface UploadedImage {
  /** As documents name it. */
  readonly path: string;
  readonly file: ImageFile;
}

/** What reads and makes images, outside the process that answers visitors. */
export interface ProjectImages {
  /** Paths of the images of the build. */
  list(): Promise<readonly string[]>;
  /** Reads an uploaded file. */
  normalise(file: string): Promise<NormaliseOutcome>;
  /** Images of the build, in the order of the question; `null` for a broken one. */
  measure(paths: readonly string[]): Promise<readonly (ImageSize | null)[]>;
  /** WebP of an image of the build. */
  thumbnail(path: string): Promise<Uint8Array>;
}

/** The project that publications change. */
export interface PublishedProject {
  /** Folder of its files, with the images and fonts that they name. */
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
  readonly images: ProjectImages;
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
