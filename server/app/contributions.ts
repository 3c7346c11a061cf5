import type { Contribution } from '#server/platform/contribution.ts';
import { platformContribution } from '#server/platform/platform-contribution.ts';
import { siteContribution } from '#server/site/contribution.ts';
import { staffContribution } from '#server/staff/contribution.ts';
import { journeyPlugins } from './journey-plugins.ts';

/** What all parts give to the platform; who knows a person best comes first, see `PersonTraces`. */
const contributions: readonly Contribution[] = [
  ...journeyPlugins.map(({ contribution }) => contribution),
  platformContribution,
  staffContribution,
  siteContribution,
];

export const migrations = contributions.flatMap((contribution) => contribution.migrations);
export const retention = contributions.flatMap((contribution) => contribution.retention);
export const traces = contributions.flatMap((contribution) => contribution.traces ?? []);
