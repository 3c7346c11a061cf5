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

/** Assignments that a conversion is credited to. */
export interface Attribution {
  /** The visitor's id, with consent to statistics. */
  readonly id: string | null;
  /** Identity for deduplication; absent when stored with an account. */
  readonly visitor?: string | undefined;
  /** Earlier assignments. */
  readonly assignments: readonly AttributedVariation[];
}

export interface AttributedVariation {
  readonly experiment: string;
  /** From 1. */
  readonly phase: number;
  readonly variation: string;
}

/** Attribution of a visitor; `null` without assignments. */
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

/** With assignments in two phases of an experiment, the visitor saw the variation of the later one. */
function newestPhases(variations: readonly AttributedVariation[]): readonly AttributedVariation[] {
  return variations.filter(({ experiment, phase }) =>
    variations.every((other) => other.experiment !== experiment || other.phase <= phase),
  );
}

/** Serialized for storage with an account until its mail is opened on any device; `null` without assignments. */
export function writeAttribution(attribution: Attribution | null): string | null {
  if (attribution === null || attribution.assignments.length === 0) return null;
  const { id, assignments } = attribution;
  return JSON.stringify({
    id,
    arms: assignments.map(({ experiment, variation, phase }) => [experiment, variation, phase]),
  });
}

export function readAttribution(stored: string): Attribution {
  // Checked edge: written by `writeAttribution` of this or a neighbouring release.
  const { id, arms } = JSON.parse(stored) as {
    readonly id: string | null;
    readonly arms: readonly [string, string, number?][];
  };
  // The previous release had a single phase.
  return { id, assignments: arms.map(([experiment, variation, phase = 1]) => ({ experiment, phase, variation })) };
}
