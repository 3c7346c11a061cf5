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
import type { CalendarFeed } from '#server/admin/calendar-feed.ts';
import type { PreviewLinks } from '#server/site/previews/preview-links.ts';
import type { Publications } from '#server/site/publications/publications.ts';
import type { Staff } from '#server/staff/index.ts';

/** What a server uses of the backend; its journeys define the members' part. */
export interface ServedBackend {
  readonly ports: PlatformPorts;
  readonly outbox: Outbox;
  readonly members: MembersPort;
  readonly staff: Staff;
  /** Receives form documents; absent when the site has none. */
  readonly formEntries?: FormEntries;
  /** Queries and actions of admin pages; absent when there are none. */
  readonly adminPages?: AdminPages;
  /** Paths of the site, without language, that shadow issued addresses such as codes; absent when none are issued. */
  shadowedPaths?(): Promise<readonly string[]>;
  /** Health of dependencies, such as the database; absent without any. */
  readonly health?: HealthCheck;
  /** Overdue rows that should have been deleted; absent when nothing is deleted. */
  readonly retention?: Pick<Retention, 'failing' | 'total'>;
  /** Receives page weights by variation; absent when no results are shown. */
  readonly variationWeights?: VariationWeights;
  /** Receives unavailable variations; absent when no results are shown. */
  readonly unavailableVariations?: UnavailableVariations;
  /** Observes the server for the system status page; absent without one. */
  readonly systemStatus?: Pick<RunningSystemStatus, 'follow'>;
  /** Preview links; none are valid when absent. */
  readonly previews?: PreviewLinks | null;
  /** Serves calendar applications; absent without a project. */
  readonly calendar?: CalendarFeed | null;
  /** Drafts and publications; absent without any. */
  readonly publications?: Publications;
  /** Called last. */
  close(): Promise<void>;
}
