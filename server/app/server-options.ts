import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { AppOptions } from '#server/http/app/app.ts';
import type { ErrorReports } from '#server/platform/error-reports/error-reports.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { ServedBackend } from './served-backend.ts';
import type { RemoteTimes } from '#server/site/flags/remote-flags.ts';
import type { SiteStore } from '#server/site/store/site-store.ts';
import type { BuiltPages } from '#server/site/pages/page-store.ts';
import type { PendingImages } from '#server/site/images/pending-images.ts';
import type { stopTimes } from './shutdown.ts';

export interface ServerOptions {
  readonly settings: Settings;
  /** Must hold a site. */
  readonly siteStore: SiteStore;
  /** Use cases, accounts and mail; closed with the server. `null` serves pages only. */
  readonly backend: ServedBackend | null;
  readonly log: Logger;
  readonly publicDirs: readonly string[];
  /** Script of the consent service, with its release; default: an empty script. */
  readonly consentService?: { readonly code: string; readonly version: string };
  /** Path, below the base path, of the module that lists events in the debug bar; default: no list. */
  readonly eventView?: string;
  /** Path, below the base path, of the application at `/admin/studio`; default: none. */
  readonly studio?: string;
  /** Receives error reports of server and browsers; default: none. */
  readonly errorReports?: ErrorReports | undefined;
  /** Images that are created on request and in the background; default: all exist. */
  readonly images?: PendingImages | undefined;
  /** Development: pages uncompressed, nothing warmed, nothing on disk. */
  readonly development?: NonNullable<AppOptions['development']> & {
    /** Whether a path belongs to the dev server. */
    readonly isReserved: (path: string) => boolean;
    /** See `ErrorPageOptions`. */
    readonly builtInHead: () => string;
  };
  readonly pageCache: string;
  /** Pages compiled by a build; default: none. */
  readonly builtPages?: BuiltPages | undefined;
  /** Whether to compile pages and variations in the background; default: true. */
  readonly warm?: boolean;
  /** Timeout of fact loaders in milliseconds; default: see `loadFacts`. */
  readonly loadFactsTimeoutMs?: number;
  /** Event loop delay in milliseconds; measured by default. */
  readonly eventLoopDelay?: () => number;
  /** Polling intervals of a flag service; default: see `RemoteTimes`. */
  readonly flagTimes?: RemoteTimes;
  /** Default: those of the mode. */
  readonly stopTimes?: (typeof stopTimes)[Settings['mode']];
  /** Whether invalid events throw, as in demo mode. */
  readonly strictEvents?: boolean;
  readonly routes?: (app: FastifyInstance) => void | Promise<void>;
}
