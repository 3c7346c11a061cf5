import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { IdentityProvider } from '#server/platform/oidc/identity-provider.ts';
import type { MinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import type { Limit } from '#server/platform/ports.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';
import type { PasswordHashes } from './password-hashes.ts';

/** Rate limits of signing in; see `defaultStaffSettings`. */
export interface StaffSettings extends MinimumResponseTime {
  readonly limits: {
    /** Wrong passwords, across accounts. */
    readonly signInFailuresPerNetwork: Limit;
  };
}

/** The relying party of passkeys: they are bound to its host and origin (WebAuthn Level 3, 5.1.2). */
export interface StaffSite {
  readonly name: () => string;
  /** From PUBLIC_ORIGIN, never from a header. */
  readonly origin: () => string;
}

/** Ports of this module. */
export interface StaffPorts extends PlatformPorts {
  readonly settings: StaffSettings;
  readonly site: StaffSite;
  /** Identity provider of the staff; `null` for none. */
  readonly provider: IdentityProvider | null;
}

/** Sign-in state of this process. */
export interface SignInPorts extends StaffPorts {
  readonly hashes: PasswordHashes;
  readonly failures: FailedSignIns;
}
