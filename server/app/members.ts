import { plugins as registry } from '#schemas/generated/journeys/plugins.ts';
import type { MembersPlugin } from '#server/forms/members-plugin.ts';
import type { MembersPort } from '#server/forms/use-case.ts';

type Plugin = (typeof registry)[keyof typeof registry];
type Running = Plugin extends { start(...args: never): infer Started } ? Started : never;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** What the journeys of this project can do, by name. */
export type Members = Intersection<Running extends { members: infer Own } ? Own : never> & MembersPort;

/** What may be set about them. */
export type MembersSettings = Intersection<
  Plugin extends { start(services: never, settings: infer Own): unknown } ? Own : never
>;

export const plugins: readonly MembersPlugin[] = Object.values(registry);
