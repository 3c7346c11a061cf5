import { memberContribution } from '#server/members/contribution.ts';
import type { Contribution } from '#server/platform/contribution.ts';
import { platformContribution } from '#server/platform/platform-contribution.ts';
import { siteContribution } from '#server/site/contribution.ts';
import { staffContribution } from '#server/staff/contribution.ts';

/** What all wings give to the platform; who knows a person best comes first, see `PersonTraces`. */
const contributions: readonly Contribution[] = [
  memberContribution,
  platformContribution,
  staffContribution,
  siteContribution,
];

export const migrations = contributions.flatMap((contribution) => contribution.migrations);
export const retention = contributions.flatMap((contribution) => contribution.retention);
export const traces = contributions.flatMap((contribution) => contribution.traces ?? []);
