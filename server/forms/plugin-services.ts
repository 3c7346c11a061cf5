import type { Outbox } from '#server/platform/mail/index.ts';
import type { IdentityProviders } from '#server/platform/oidc/identity-providers.ts';
import type { People } from '#server/platform/personal-data/people.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import type { MembersSite } from './server-journey.ts';

/** Services that a plugin gets from the server. */
export interface PluginServices extends PlatformPorts {
  readonly site: MembersSite;
  readonly audit: Audit;
  /** Identity providers for visitors. */
  readonly providers: IdentityProviders;
  readonly outbox: Outbox;
  readonly staff: Staff;
  readonly people: People;
}

/** An issued address, and the path of the page that shadows it. */
export interface ShadowedPath {
  /** Kind of address, such as `code`. */
  readonly kind: string;
  /** As issued. */
  readonly label: string;
  /** What its holders can do instead, as the end of a sentence. */
  readonly alternative: string;
  /** Without language. */
  readonly path: string;
}

/** A row of the limits in docs/operations.md. */
export type DocumentedLimit = readonly [what: string, limit: string, values: readonly number[], unit?: 'milliseconds'];
