import type { KnownCodes } from '#server/members/codes/known-codes.ts';
import type { VoucherName } from '#journeys/registration/base/vouchers.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Letterhead } from '#server/platform/mail/mail-content.ts';
import type { AnswerFloor } from '#server/platform/limits/answer-floor.ts';
import type { IdentityProviders } from '#server/platform/oidc/identity-providers.ts';
import type { Limit } from '#server/platform/ports.ts';

/** What membership asks of the site it serves; the shell supplies it from the documents. */
export interface SitePort {
  /** Public name of the community, used in mails. */
  readonly name: string;
  /**
   * Absolute URL of a page; `path` begins with a slash and has no locale prefix. Never built from a Host header.
   * @param locale `null` for the default language of the site.
   */
  url(locale: Locale | null, path: string, query?: Readonly<Record<string, string>>): string;
  /** Absolute URL of the page of a form, as the document of its journey names it. */
  urlOfForm(locale: Locale | null, form: FormName, query?: Readonly<Record<string, string>>): string;
  /** State after an event, in the machine of a journey's document (V5); `null` when it cannot happen there. */
  nextState(machine: string, state: string, event: string): string | null;
  /** Who signs the mails, and where their recipients can turn. */
  letterhead(locale: Locale): Letterhead;
  /** Absolute URL of the shop's sign-in, `null` while none is configured. */
  loginUrl(locale: Locale): string | null;
  /** Whether a landing document of this id exists. */
  hasLanding(id: string): boolean;
  /**
   * Paths that pages, landings and the engine itself answer, so that a code of such a name would never be asked for; each with a
   * leading slash, without base path and language.
   */
  ownPaths(): readonly string[];
  /** Whether visitors who come from this referrer are turned away (G2). */
  isForbiddenReferrer(referrer: string): boolean;
  /** The welcome voucher that a landing promises at a time (S14), in milliseconds since the epoch. */
  voucherOf(landing: string, now: number): VoucherName | null;
  /** What an order must come to for a voucher that has a minimum, as the pages promise it; `null` when they name no figure. */
  minimumOrder(): Settings['voucherMinimumOrder'] | null;
  /** Versions of the terms and the privacy policy that hold in a country. */
  policies(country: string): PolicyVersions;
  /** Whether a policy has, or had, this version. */
  hasPolicyVersion(policy: 'terms' | 'privacy', version: string): boolean;
}

export interface PolicyVersions {
  readonly terms: string;
  readonly privacy: string;
}

/** What the site owner may set about membership; see `defaultMemberSettings`. */
export interface MemberSettings extends AnswerFloor {
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

/** Everything a use case of this wing may touch. */
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
