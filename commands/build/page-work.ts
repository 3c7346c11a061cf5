import type { AssetManifest } from '#engine/compile/types.ts';
import type { PageWeight, Site } from '#engine/documents/types.ts';
import type { ReleaseFolder } from '#server/platform/build-record.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { PackedBytes } from '#server/site/pages/page-pack.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';

/** Data of a thread that compiles pages; plain data. */
export interface PageWork {
  /** Without journeys, which are code loaded by each thread. */
  readonly site: Omit<Site, 'journeys'>;
  readonly folder: ReleaseFolder;
  readonly assets: AssetManifest;
  readonly buildId: string;
  /** Compression of pages. */
  readonly effort: Settings['pageCompression'];
}

export interface NamedPage {
  /** See `computePageName`. */
  readonly name: string;
  readonly request: StoredPageRequest;
}

/** A page as stored in the build. */
export interface MadePage extends PackedBytes {
  readonly weight: PageWeight;
}

/** Result for each page. Errors lose their class between threads, so UserErrors are passed as messages. */
export type PageResult =
  | { readonly name: string; readonly made: MadePage }
  | { readonly name: string; readonly mistake: string }
  | { readonly name: string; readonly error: unknown };
