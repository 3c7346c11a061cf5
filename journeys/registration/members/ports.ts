import type { KnownCodes } from '#journeys/registration/members/codes/known-codes.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import type { MinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import type { IdentityProviders } from '#server/platform/oidc/identity-providers.ts';
import type { Limit } from '#server/platform/ports.ts';

/** What membership asks of the site it serves. */
export type SitePort = MembersSite;

export type PolicyVersions = ReturnType<SitePort['policies']>;

/** What the site owner may set about membership; see `defaultMemberSettings`. */
export interface MemberSettings extends MinimumResponseTime {
  readonly activationHours: number;
  /** Days after which a pending account is removed and its place given back. */
  readonly pendingAccountDays: number;
  /** Days a generated registration link stays valid (source, section 9). */
  readonly linkDays: number;
  readonly draftHours: number;
  readonly lobbyTokenDays: number;
  readonly socialTokenMinutes: number;
  /** Applies to the vouchers whose name ends in `-mov` (S14); amount in minor units. */
  readonly voucherMinimumOrder: Settings['voucherMinimumOrder'];
  readonly limits: {
    /** Codes that do not exist; those that exist count for nothing. */
    readonly codeGuessesPerNetwork: Limit;
    readonly registrationPerNetwork: Limit;
    readonly requestsPerNetwork: Limit;
    readonly mailPerAddress: Limit;
    readonly linkPerActor: Limit;
  };
}

/** Everything a use case of this module may touch. */
export interface MemberPorts extends PlatformPorts {
  readonly site: SitePort;
  readonly settings: MemberSettings;
  readonly audit: Audit;
  readonly providers: IdentityProviders;
}

/** What use cases around codes touch beside it. */
export interface CodePorts extends MemberPorts {
  readonly codes: KnownCodes;
}
