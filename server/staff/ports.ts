import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { IdentityProvider } from '#server/platform/oidc/identity-provider.ts';
import type { MinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import type { Limit } from '#server/platform/ports.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';
import type { PasswordHashes } from './password-hashes.ts';

/** How often staff may try to sign in; see `defaultStaffSettings`. */
export interface StaffSettings extends MinimumResponseTime {
  readonly limits: {
    /** Wrong passwords, whatever account was tried. */
    readonly signInFailuresPerNetwork: Limit;
  };
}

/** The site as passkeys know it: they belong to its host and answer to its origin alone (WebAuthn Level 3, 5.1.2). */
export interface StaffSite {
  readonly name: () => string;
  /** From PUBLIC_ORIGIN, never from a header. */
  readonly origin: () => string;
}

/** Everything that this module may touch. */
export interface StaffPorts extends PlatformPorts {
  readonly settings: StaffSettings;
  readonly site: StaffSite;
  /** The identity provider of the staff; `null` for none. */
  readonly provider: IdentityProvider | null;
}

/** What this process knows of tries to sign in. */
export interface SignInPorts extends StaffPorts {
  readonly hashes: PasswordHashes;
  readonly failures: FailedSignIns;
}
