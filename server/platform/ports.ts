import type { Database } from '#server/platform/database/open-database.ts';
import type { Announcements } from '#server/platform/events/announcements.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** The only source of time; tests move it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The only source of randomness; the real one is `node:crypto`. */
export interface Random {
  /** Bytes from a cryptographically secure generator. */
  bytes(length: number): Uint8Array;
  /** A number in [0, 1) for jitter; never used for secrets. */
  fraction(): number;
}

/** What the backend asks of the site it serves; the shell supplies it from the documents. */
export interface SitePort {
  /** Public name of the community, used in mails. */
  readonly name: string;
  /** Absolute URL of a page; `path` begins with a slash and has no locale prefix. Never built from a Host header. */
  url(locale: Locale, path: string, query?: Readonly<Record<string, string>>): string;
  /** Absolute URL of the shop's sign-in, `null` while none is configured. */
  loginUrl(locale: Locale): string | null;
  /** Whether a landing document of this id exists. */
  hasLanding(id: string): boolean;
  /** Whether visitors who come from this referrer are turned away (G2). */
  isForbiddenReferrer(referrer: string): boolean;
  /** Versions of the terms and the privacy policy that hold in a country. */
  policies(country: string): PolicyVersions;
}

export interface PolicyVersions {
  readonly terms: string;
  readonly privacy: string;
}

/** Structured log; `fields` never hold an e-mail address, a name or a token. */
export interface Log {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** How many times something may happen per window. */
export interface Limit {
  readonly max: number;
  readonly windowSeconds: number;
}

/** Business settings with documented defaults; see `defaultBusinessSettings`. */
export interface BusinessSettings {
  readonly activationHours: number;
  /** Days after which a pending account is removed and its place given back. */
  readonly pendingAccountDays: number;
  /** Days a generated registration link stays valid (source, section 9). */
  readonly linkDays: number;
  readonly draftHours: number;
  readonly lobbyTokenDays: number;
  readonly socialTokenMinutes: number;
  /** B13: `screen` tells about existing accounts on the page, `mail` only by mail. */
  readonly accountDisclosure: 'screen' | 'mail';
  /** In `mail` disclosure no answer leaves earlier than this, so that time tells nothing. */
  readonly answerFloorMs: number;
  /** S14: applies to the vouchers whose name ends in `-mov`; amount in minor units. */
  readonly voucherMinimumOrder: { readonly amount: number; readonly currency: string };
  readonly limits: {
    readonly codeCheckPerNetwork: Limit;
    readonly codeCheckPerCode: Limit;
    readonly codeCheckGlobal: Limit;
    readonly registrationPerNetwork: Limit;
    readonly registrationPerCode: Limit;
    readonly mailPerAddress: Limit;
    readonly requestsPerNetwork: Limit;
    readonly linkPerActor: Limit;
    readonly signInPerAddress: Limit;
  };
}

/** Everything a use case may touch. */
export interface Ports {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly site: SitePort;
  readonly log: Log;
  readonly announcements: Announcements;
  readonly settings: BusinessSettings;
}
