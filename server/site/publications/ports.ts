import type { NormaliseOutcome, ImageSize } from '#engine/compile/assets/normalise-image.ts';
import type { Finding } from '#engine/shared/finding.ts';
import type { DraftImpact } from '#engine/documents/impact/draft-impact.ts';
import type { ImageFile } from '#engine/documents/types.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import type { BuildFiles, Overlay } from './overrides.ts';
import type { ContentPath, DraftSummary, ImpactView, PageView, RenderOutcome, RevisionFile } from './publications.ts';
import type { PreviewVisit, VisitOutcome } from './visit.ts';

export type { NormalisedImage, ImageSize } from '#engine/compile/assets/normalise-image.ts';

/** An uploaded image, as rules see it. */
export interface UploadedImage {
  /** Path used in documents. */
  readonly path: string;
  readonly file: ImageFile;
}

/** Image processing in a separate process. */
export interface ProjectImages {
  /** Paths of the images in the build. */
  list(): Promise<readonly string[]>;
  /** Validates and normalizes an uploaded file. */
  normalise(file: string): Promise<NormaliseOutcome>;
  /** Sizes of images in the build, in the given order; `null` for a broken one. */
  measure(paths: readonly string[]): Promise<readonly (ImageSize | null)[]>;
  /** A WebP thumbnail of an image in the build. */
  thumbnail(path: string): Promise<Uint8Array>;
}

/** The project that publications override. */
export interface PublishedProject {
  /** Root folder, with images and fonts. */
  readonly root: string;
  /** Files of the build. */
  files(): Promise<BuildFiles>;
  /** Findings of `npm run check` for each overlay, in order. Takes seconds, in a worker thread. Rejects with an UnavailableError on failure. */
  inspect(overlays: readonly Overlay[]): Promise<readonly (readonly Finding[])[]>;
  /** What an overlay changes for visitors of another one, likewise. */
  readImpact(published: Overlay, overlay: Overlay, view: ImpactView): Promise<DraftImpact>;
  /** Renders a page of an overlay, likewise. */
  render(overlay: Overlay, page: PageView): Promise<RenderOutcome>;
  /** Renders a preview visit of an overlay, likewise. */
  visit(overlay: Overlay, visit: PreviewVisit): Promise<VisitOutcome>;
  readonly images: ProjectImages;
  /** Resolves when this process sends a publication, has rejected it, or takes too long; absent where no site is served. */
  readonly whenServed?: (revision: number) => Promise<void>;
}

export type PublicationPorts = Pick<PlatformPorts, 'database' | 'clock' | 'random' | 'pubSub'> & {
  readonly audit: Audit;
  /** Live experiments whose content these files change. */
  readonly touchedExperiments: (
    after: ReadonlyMap<ContentPath, string>,
    files: readonly RevisionFile[],
  ) => Promise<readonly TouchedExperiment[]>;
  /** The person who created the API token of an actor; otherwise the actor itself. */
  readonly personBehind: (actor: string) => Promise<string>;
  readonly project: PublishedProject;
  readonly approval?: Approval;
  /** Informs colleagues about a draft; default: not at all. */
  readonly notify?: NotifyAboutDraft;
};

/** What happened to a draft. Users are ids of admins, or `program:<id>` for API clients. */
export type DraftEvent = { readonly draft: Pick<DraftSummary, 'id' | 'name'>; readonly by: string } & (
  | {
      readonly kind: 'submitted';
      readonly note: string;
      /** All who changed it. */
      readonly authors: ReadonlySet<string>;
    }
  /** `to`: who submitted it. */
  | { readonly kind: 'declined'; readonly to: string; readonly reason: string }
  | {
      readonly kind: 'published';
      readonly to: string;
      readonly revision: number;
      /** Milliseconds since the epoch; `null` when it is live. */
      readonly goesLiveAt: number | null;
    }
);

/** Within the transaction of the event. */
export type NotifyAboutDraft = (tx: Transaction, event: DraftEvent) => Promise<void>;

export interface TouchedExperiment {
  /** Key of the experiment. */
  readonly experiment: string;
  readonly beginsPhase: boolean;
}

/** Who may publish a draft: anyone with the permission, or only a user who changed nothing in it (P8). */
export type Approval = 'none' | 'second-person';
