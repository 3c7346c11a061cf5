import type { Outbox } from '#server/platform/mail/index.ts';
import type { IdentityProviders } from '#server/platform/oidc/identity-providers.ts';
import type { People } from '#server/platform/personal-data/people.ts';
import type { Audit, PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Staff } from '#server/staff/index.ts';
import type { MembersSite } from './server-journey.ts';

/** What a plugin gets of the server that it is part of. */
export interface PluginServices extends PlatformPorts {
  readonly site: MembersSite;
  readonly audit: Audit;
  /** Providers that visitors may sign up with. */
  readonly providers: IdentityProviders;
  readonly outbox: Outbox;
  readonly staff: Staff;
  readonly people: People;
}

/** An address that was handed out, and the path of the page that answers in its place. */
export interface ShadowedPath {
  /** What it is, such as `code`. */
  readonly kind: string;
  /** As it was handed out. */
  readonly label: string;
  /** How its holders get another one, as the end of a sentence. */
  readonly instead: string;
  /** Without its language. */
  readonly path: string;
}

/** A row of the limits in docs/operations.md. */
export type DocumentedLimit = readonly [what: string, limit: string, values: readonly number[], unit?: 'milliseconds'];
