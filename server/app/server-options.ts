import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { AppOptions } from '#server/http/app/app.ts';
import type { ErrorReports } from '#server/platform/error-reports/error-reports.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { ServedBackend } from './served-backend.ts';
import type { RemoteTimes } from '#server/site/flags/remote-flags.ts';
import type { SiteStore } from '#server/site/store/site-store.ts';
import type { BuiltPages } from '#server/site/pages/page-store.ts';
import type { UnmadeImages } from '#server/site/images/unmade-images.ts';
import type { stopTimes } from './shutdown.ts';

export interface ServerOptions {
  readonly settings: Settings;
  /** Already holds a site. */
  readonly siteStore: SiteStore;
  /** Use cases, accounts and mail; closed with the server. `null` serves pages alone. */
  readonly backend: ServedBackend | null;
  readonly log: Logger;
  readonly publicDirs: readonly string[];
  /** Code of the consent service, and the release that it is of; an empty script when left out. */
  readonly consentService?: { readonly code: string; readonly version: string };
  /** Path below the base path of the module that lists events in the debug bar; it lists none when left out. */
  readonly eventView?: string;
  /** Path below the base path of the application at `/admin/studio`; there is none when left out. */
  readonly studio?: string;
  /** Takes reports of errors, of pages too; nobody does when left out. */
  readonly errorReports?: ErrorReports | undefined;
  /** What of these folders is made when it is asked for, and in the background; all is there when left out. */
  readonly images?: UnmadeImages | undefined;
  /** Development: pages uncompressed, nothing warmed, nothing on disk; these paths belong to its own tools. */
  readonly development?: NonNullable<AppOptions['development']> & { readonly isReserved: (path: string) => boolean };
  readonly pageCache: string;
  /** Pages that a build has compiled; none when left out. */
  readonly builtPages?: BuiltPages | undefined;
  /** Whether pages and variations are compiled in the background; true by default. */
  readonly warm?: boolean;
  /** Milliseconds that a page waits for a look-up; the product's own value when left out. */
  readonly loadFactsTimeoutMs?: number;
  /** Milliseconds by which the event loop is late; measured unless given. */
  readonly eventLoopDelay?: () => number;
  /** How often a flag service is asked; the product's own values when left out. */
  readonly flagTimes?: RemoteTimes;
  /** Those of the mode when left out. */
  readonly stopTimes?: (typeof stopTimes)[Settings['mode']];
  /** Throws for an event against its schema, as demo mode does. */
  readonly strictEvents?: boolean;
  readonly routes?: (app: FastifyInstance) => void | Promise<void>;
}
