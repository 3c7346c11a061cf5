import type { CodeCache } from '#journeys/registration/members/codes/code-cache.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import type { MinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import type { IdentityProviders } from '#server/platform/oidc/identity-providers.ts';
import type { Limit } from '#server/platform/ports.ts';

/** The site port of members. */
export type SitePort = MembersSite;

export type PolicyVersions = ReturnType<SitePort['policies']>;

/** Settings of the membership; see `defaultMemberSettings`. */
export interface MemberSettings extends MinimumResponseTime {
  readonly activationHours: number;
  /** Days after which a pending account is deleted and its place freed. */
  readonly pendingAccountDays: number;
  /** Validity of a generated registration link in days (source, section 9). */
  readonly linkDays: number;
  readonly draftHours: number;
  readonly lobbyTokenDays: number;
  readonly socialTokenMinutes: number;
  /** Applies to vouchers whose name ends in `-mov` (S14); amount in minor units. */
  readonly voucherMinimumOrder: Settings['voucherMinimumOrder'];
  readonly limits: {
    /** Rate limit of unknown codes; existing ones are not counted. */
    readonly codeGuessesPerNetwork: Limit;
    readonly registrationPerNetwork: Limit;
    readonly requestsPerNetwork: Limit;
    readonly mailPerAddress: Limit;
    readonly linkPerActor: Limit;
  };
}

/** Ports of use cases in this module. */
export interface MemberPorts extends PlatformPorts {
  readonly site: SitePort;
  readonly settings: MemberSettings;
  readonly audit: Audit;
  readonly providers: IdentityProviders;
}

/** Additional ports of use cases about codes. */
export interface CodePorts extends MemberPorts {
  readonly codes: CodeCache;
}
