import type { IsKnownAssignment } from '#engine/decide/experiments/index.ts';
import {
  ASSIGNMENTS_COOKIE,
  readBucketExperiment,
  readBucketPhase,
  readStickyAssignments,
  readVisitorId,
  VISITOR_COOKIE,
} from '#engine/shared/experiment-cookies.ts';
import type { Visitor } from '#server/site/visitors/read-visitor.ts';

/** What a conversion is credited to. */
export interface Attribution {
  /** The visitor's id once statistics are agreed to. */
  readonly id: string | null;
  /** Who it is, by which nothing counts twice; absent of what is stored with an account. */
  readonly visitor?: string | undefined;
  /** What the visitor was assigned before. */
  readonly assignments: readonly AttributedVariation[];
}

export interface AttributedVariation {
  readonly experiment: string;
  /** From 1. */
  readonly phase: number;
  readonly variation: string;
}

/** What is known of a visitor; `null` for one who takes part in nothing. */
export function readVisitorAttribution({ cookies, consent }: Visitor, isKnown: IsKnownAssignment): Attribution | null {
  const visitor = readVisitorId(cookies[VISITOR_COOKIE]);
  if (visitor === null) return null;
  const assignments = readStickyAssignments(cookies[ASSIGNMENTS_COOKIE])
    .filter((each) => each.unproven !== true && isKnown(each))
    .map(({ bucket, variation }) => ({
      experiment: readBucketExperiment(bucket),
      phase: readBucketPhase(bucket),
      variation,
    }));
  const id = consent?.includes('statistics') === true ? visitor.id : null;
  return { id, visitor: visitor.id, assignments: newestPhases(assignments) };
}

/** Anyone who saw two phases of an experiment was shown the variation of the later one: that is what is credited. */
function newestPhases(variations: readonly AttributedVariation[]): readonly AttributedVariation[] {
  return variations.filter(({ experiment, phase }) =>
    variations.every((other) => other.experiment !== experiment || other.phase <= phase),
  );
}

/** As it is stored with an account until its mail is opened, on whichever device; `null` where there is nothing to credit. */
export function writeAttribution(attribution: Attribution | null): string | null {
  if (attribution === null || attribution.assignments.length === 0) return null;
  const { id, assignments } = attribution;
  return JSON.stringify({
    id,
    arms: assignments.map(({ experiment, variation, phase }) => [experiment, variation, phase]),
  });
}

export function readAttribution(stored: string): Attribution {
  // The checked edge: only `writeAttribution` of this or a neighbouring release wrote it.
  const { id, arms } = JSON.parse(stored) as {
    readonly id: string | null;
    readonly arms: readonly [string, string, number?][];
  };
  // The release before knew one phase.
  return { id, assignments: arms.map(([experiment, variation, phase = 1]) => ({ experiment, phase, variation })) };
}
