import type { AssetManifest } from '#engine/compile/types.ts';
import type { PageWeight, Site } from '#engine/documents/types.ts';
import type { ReleaseFolder } from '#server/platform/build-record.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { PackedBytes } from '#server/site/pages/page-pack.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';

/** What a thread that compiles pages knows of the site; plain data. */
export interface PageWork {
  /** Its journeys are code, which each thread loads itself. */
  readonly site: Omit<Site, 'journeys'>;
  readonly folder: ReleaseFolder;
  readonly assets: AssetManifest;
  readonly buildId: string;
  /** How pages are compressed. */
  readonly effort: Settings['pageCompression'];
}

export interface NamedPage {
  /** See `computePageName`. */
  readonly name: string;
  readonly request: StoredPageRequest;
}

/** A page as it goes into the file of the build. */
export interface MadePage extends PackedBytes {
  readonly weight: PageWeight;
}

/** What comes back for each page. Errors lose their class and name between threads, so that mistakes come as their words. */
export type PageResult =
  | { readonly name: string; readonly made: MadePage }
  | { readonly name: string; readonly mistake: string }
  | { readonly name: string; readonly error: unknown };
