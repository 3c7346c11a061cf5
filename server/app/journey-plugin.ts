import type { Site } from '#engine/documents/types.ts';
import type { MoreAdminPages } from '#server/admin/index.ts';
import type { DocumentedLimit, PluginServices, ShadowedPath } from '#server/forms/plugin-services.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import type { ModuleDefinition } from '#server/platform/module-definition.ts';

/** A plugin that is running on a server with a database. */
export interface RunningPlugin<Members extends object = object> {
  /** Its use cases and queries, by name. */
  readonly members: Members;
  readonly adminPages?: MoreAdminPages;
  /** Expires outdated rows; called every few minutes on any node. @returns number of expired rows */
  expire?(): Promise<number>;
  /** Fills an empty database with demo data; existing rows stay unchanged. */
  seedDemo?(): Promise<void>;
  /** What can be tried with the demo data, one line each. @param url of the start page */
  demoRows?(site: Site, url: string): Promise<readonly (readonly [label: string, value: string])[]>;
  /** Issued addresses that a page of the site shadows. */
  shadowedPaths?(): Promise<readonly ShadowedPath[]>;
  /** Id of the person with this name, such as a code; `null` when unknown. For API tokens that read data of one person. */
  findHolder?(name: string): Promise<string | null>;
}

/** The server part of a journey, exported by `journeys/<name>/index.ts`. */
export interface JourneyPlugin<Members extends object = object, Settings extends object = object> {
  /** Its tables and what it contributes to modules. */
  readonly moduleDefinition: ModuleDefinition;
  /** Its site port for processes without documents, such as the command line. */
  readonly plainSite?: Partial<MembersSite>;
  /** Built-in limits, for the documentation. */
  readonly limits?: readonly DocumentedLimit[];
  /** @param settings those that differ from their defaults */
  start(services: PluginServices, settings: Settings): RunningPlugin<Members>;
}
