import type { FormEntries } from '#server/forms/entries/index.ts';
import type { AdminPages } from '#server/admin/index.ts';
import type { MembersPort } from '#server/forms/use-case.ts';
import type { Outbox } from '#server/platform/mail/index.ts';
import type { Retention } from '#server/platform/database/retention.ts';
import type { HealthCheck } from '#server/platform/observability/health.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { VariationWeights } from '#server/site/experiments/variation-weights.ts';
import type { UnavailableVariations } from '#server/site/experiments/unavailable-variations.ts';
import type { RunningSystemStatus } from '#server/app/system-status.ts';
import type { PreviewLinks } from '#server/site/previews/preview-links.ts';
import type { Publications } from '#server/site/publications/publications.ts';
import type { Staff } from '#server/staff/index.ts';

/** What a server takes of the modules behind it: its journeys say what the members can do. */
export interface ServedBackend {
  readonly ports: PlatformPorts;
  readonly outbox: Outbox;
  readonly members: MembersPort;
  readonly staff: Staff;
  /** Takes what form documents are sent with; left out where the site has none. */
  readonly formEntries?: FormEntries;
  /** What the pages of staff users ask for and do; left out where there are none. */
  readonly adminPages?: AdminPages;
  /**
   * Paths of the site, without a language, that stand in the way of an address which was handed out, such as a code; left
   * out where nothing is handed out.
   */
  shadowedPaths?(): Promise<readonly string[]>;
  /** What it waits for itself, such as a database that is not there yet; left out where nothing can be missing. */
  readonly health?: HealthCheck;
  /** Rows that should be gone and are not; left out where nothing is deleted. */
  readonly retention?: Pick<Retention, 'failing' | 'total'>;
  /** Gets what pages of variations weigh; left out where nobody looks at results. */
  readonly variationWeights?: VariationWeights;
  /** Gets the variations that are not ready; left out where nobody looks at them. */
  readonly unavailableVariations?: UnavailableVariations;
  /** Follows the server, for the page of the system status; left out where there is none. */
  readonly systemStatus?: Pick<RunningSystemStatus, 'follow'>;
  /** Links to previews; none work when left out. */
  readonly previews?: PreviewLinks | null;
  /** Drafts and publications; left out where there are none. */
  readonly publications?: Publications;
  /** Called last. */
  close(): Promise<void>;
}
