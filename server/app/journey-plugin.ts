import type { Site } from '#engine/documents/types.ts';
import type { MoreAdminPages } from '#server/admin/index.ts';
import type { DocumentedLimit, PluginServices, ShadowedPath } from '#server/forms/plugin-services.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import type { ModuleDefinition } from '#server/platform/module-definition.ts';

/** What a plugin does for a server with a database. */
export interface RunningPlugin<Members extends object = object> {
  /** Its use cases and questions, by name. */
  readonly members: Members;
  readonly adminPages?: MoreAdminPages;
  /** Ends what its time is over for; called every few minutes by any node. @returns how many */
  expire?(): Promise<number>;
  /** Fills an empty database for trying things out; what is there already stays as it is. */
  seedDemo?(): Promise<void>;
  /** What there is to try out of that, one line each. @param url Of the start page. */
  demoRows?(site: Site, url: string): Promise<readonly (readonly [label: string, value: string])[]>;
  /** Addresses that were handed out and that a page answers instead. */
  shadowedPaths?(): Promise<readonly ShadowedPath[]>;
  /** Id of the person with this name, such as a code of theirs; `null` when there is none. For tokens that read what belongs to one person. */
  findHolder?(name: string): Promise<string | null>;
}

/** What a journey adds to servers with a database. `journeys/<name>/index.ts` exports one. */
export interface JourneyPlugin<Members extends object = object, Settings extends object = object> {
  /** What it stores. */
  readonly contribution: ModuleDefinition;
  /** Its questions to the site where there are no documents to answer them, as on the command line. */
  readonly plainSite?: Partial<MembersSite>;
  /** Built-in limits, for the documentation. */
  readonly limits?: readonly DocumentedLimit[];
  /** @param settings What differs from its defaults. */
  start(services: PluginServices, settings: Settings): RunningPlugin<Members>;
}
