import type { VisitorId } from '#engine/shared/experiment-cookies.ts';
import type { Assignment, FeatureResult } from '#engine/experiments/feature-result.ts';
import type { TraceObserver, TraceStep } from '../types.ts';
import type { DocumentExperiments } from './prepare-tested-document.ts';

/** Explains the assignments of a document's experiments. */
export function traceAssignments(
  { experiments }: DocumentExperiments,
  exposed: readonly FeatureResult[],
  visitor: VisitorId | null,
  locale: string,
  trace: TraceObserver,
): void {
  for (const { key, obstacle } of experiments.values()) {
    if (obstacle !== null) trace({ step: 'experiment', note: `No enrolment in "${key}": ${obstacle}` });
  }
  if (visitor !== null) trace({ step: 'experiment', note: `The visitor's id for experiments is "${visitor.id}".` });
  for (const { assignment, feature, value } of exposed) {
    trace(
      assignment === undefined
        ? { step: 'experiment', note: `The feature "${feature}" says ${JSON.stringify(value)}.` }
        : describeAssignment(assignment),
    );
  }
  const participating = new Set(exposed.map(({ assignment }) => assignment?.experiment));
  for (const key of experiments.keys()) {
    if (!participating.has(key))
      trace({ step: 'experiment', note: `The visitor takes no part in "${key}" in "${locale}".` });
  }
}

function describeAssignment({ experiment, variation, index, position, sticky }: Assignment): TraceStep {
  const why = sticky ? 'as before' : `at ${position ?? 'an unknown place'} of 0 to 1`;
  return {
    step: 'experiment',
    note: `The experiment "${experiment}" gives the variation "${variation}" (${index}), ${why}.`,
    variation: { experiment, variation },
  };
}
