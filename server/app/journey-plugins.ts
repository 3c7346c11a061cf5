import { journeyPlugins as registry } from '#schemas/generated/journeys/plugins.ts';
import type { MembersPort } from '#server/forms/use-case.ts';
import type { JourneyPlugin, RunningPlugin } from './journey-plugin.ts';

type Plugin = (typeof registry)[keyof typeof registry];
type Running = Plugin extends { start(...args: never): infer Started } ? Started : never;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Members of the project's journeys, by name. */
export type JourneyMembers = Intersection<Running extends { members: infer Own } ? Own : never> & MembersPort;

/** Settings of the journeys. */
export type MembersSettings = Intersection<
  Plugin extends { start(services: never, settings: infer Own): unknown } ? Own : never
>;

export const journeyPlugins: readonly JourneyPlugin[] = Object.values(registry);

/** All plugins combined into one. */
export type JoinedPlugins = Required<Omit<RunningPlugin, 'members' | 'adminPages'>>;

export function joinPlugins(running: readonly RunningPlugin[]): JoinedPlugins {
  return {
    async expire() {
      let expired = 0;
      for (const plugin of running) expired += (await plugin.expire?.()) ?? 0;
      return expired;
    },
    async seedDemo() {
      for (const plugin of running) await plugin.seedDemo?.();
    },
    demoRows: async (site, url) =>
      (await Promise.all(running.map((plugin) => plugin.demoRows?.(site, url) ?? []))).flat(),
    shadowedPaths: async () => (await Promise.all(running.map((plugin) => plugin.shadowedPaths?.() ?? []))).flat(),
    async findHolder(name) {
      for (const plugin of running) {
        const found = await plugin.findHolder?.(name);
        if (found) return found;
      }
      return null;
    },
  };
}
