import type { AdminRooms } from '#server/admin/index.ts';
import type { MembersPort } from '#server/forms/use-case.ts';
import type { Outbox } from '#server/platform/mail/index.ts';
import type { Retention } from '#server/platform/database/retention.ts';
import type { HealthCheck } from '#server/platform/observability/health.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { ArmWeights } from '#server/site/experiments/arm-weights.ts';
import type { UnreadyArms } from '#server/site/experiments/unready-arms.ts';
import type { KeptHouseState } from '#server/app/house-state.ts';
import type { Staff } from '#server/staff/index.ts';

/** What a server takes of the wings behind it: its journeys say what the members can do. */
export interface ServedBackend {
  readonly ports: PlatformPorts;
  readonly outbox: Outbox;
  readonly members: MembersPort;
  readonly staff: Staff;
  /** What the pages of those who run the house ask for and do; left out where there are none. */
  readonly rooms?: AdminRooms;
  /**
   * Paths of the site, without a language, that stand in the way of an address which was handed out, such as a registration code; left
   * out where nothing is handed out.
   */
  shadowedPaths?(): Promise<readonly string[]>;
  /** What it waits for itself, such as a database that is not there yet; left out where nothing can be missing. */
  readonly health?: HealthCheck;
  /** Rows that should be gone and are not; left out where nothing is deleted. */
  readonly retention?: Pick<Retention, 'failing' | 'total'>;
  /** Gets what pages of arms weigh; left out where nobody looks at results. */
  readonly armWeights?: ArmWeights;
  /** Gets the arms that are not ready; left out where nobody looks at them. */
  readonly unreadyArms?: UnreadyArms;
  /** Follows the server, for those who look at the state of the house; left out where nobody does. */
  readonly houseState?: Pick<KeptHouseState, 'follow'>;
  /** Called last. */
  close(): Promise<void>;
}
