import {
  readBucketExperiment,
  readStickyAssignments,
  type StickyAssignment,
  type VisitorId,
} from '#engine/shared/experiment-cookies.ts';
import { readGivenAssignments } from '#engine/shared/given-assignments.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Assignment, FeatureResult } from '#engine/experiments/feature-result.ts';
import type { VisitorAttributes } from '#engine/experiments/flags.ts';
import { type DocumentVariation, readDocumentVariation } from './document-variation.ts';
import { buildAbsoluteUrl, type VariationsRequest, readAttributesOfRequest } from './variations-request.ts';
import { combine, NO_VARIANTS } from './combination.ts';
import { isUnstored } from './exposures.ts';
import { countsWhenSeen, createIsKnownAssignment } from './known-assignment.ts';
import type { AssignedVariations, Variants } from './assignment-cache.ts';
import { hasRedirectVariation, selectRunningExperiments } from './running-experiments.ts';
import type { DocumentExperiments } from './prepare-tested-document.ts';
import { traceAssignments } from './trace-assignments.ts';
import type { FeatureUsage } from './types.ts';

/** All inputs of a visitor's variations. */
export interface VariationInput {
  readonly tested: DocumentExperiments;
  readonly request: VariationsRequest;
  readonly visitor: VisitorId | null;
  readonly attributes: VisitorAttributes;
  /** The assignment cookie. */
  readonly sticky: string;
}

/** Result of a feature for a visitor, with its document. */
interface AssignedResult extends FeatureResult {
  readonly variation: DocumentVariation;
  readonly usage: FeatureUsage;
}

interface ShownVariations {
  readonly variants: Variants;
  readonly exposed: readonly AssignedResult[];
}

const NONE = [] as const;

export function assignVariations(visit: VariationInput): AssignedVariations {
  const { tested, request, visitor, attributes } = visit;
  const sticky = readStickyAssignments(visit.sticky);
  const given = readGivenAssignments(visit.sticky);
  const results = eligibleResults(visit, [...given, ...sticky]);
  const eligible = withoutConflicts(results, tested);
  const prerequisites = prerequisitesAmong(results, visit);
  const redirect = eligible.find(({ variation: chosen }) => chosen.redirects);
  const { variants, exposed }: ShownVariations =
    redirect === undefined
      ? shownInPlace(eligible, visit)
      : { variants: NO_VARIANTS, exposed: exposedByRedirect(redirect, eligible, tested) };
  if (request.trace)
    traceAssignments(tested, [...prerequisites, ...exposed], visitor, attributes.locale, request.trace);
  return {
    variants,
    redirect: redirect?.variation.variant ?? null,
    newAssignments: newAmong(
      [...prerequisites, ...exposed],
      [...sticky, ...given.filter(({ bucket }) => countsWhenSeen(request.plan.site, readBucketExperiment(bucket)))],
    ),
    hasUnstored: hasUnstored(sticky, visit),
    decidedByCookie: isDecidedByCookie(sticky, visit),
    featureUsage: exposed.map(({ usage }) => usage),
  };
}

/** Whether there is a known assignment to store: otherwise a forged cookie would be written again with each page. */
function hasUnstored(sticky: readonly StickyAssignment[], { tested, request }: VariationInput): boolean {
  const isKnown = createIsKnownAssignment(tested.facts.flags, request.plan.site);
  return sticky.some((assignment) => isUnstored(assignment) && isKnown(assignment));
}

/** See `AssignedVariations.decidedByCookie`. */
function isDecidedByCookie(sticky: readonly StickyAssignment[], { tested, request }: VariationInput): boolean {
  const { flags } = tested.facts;
  const buckets = new Set(sticky.map(({ bucket }) => bucket));
  const running = selectRunningExperiments(tested, request);
  return (
    sticky.length > 0 &&
    sticky.every(({ bucket, variation, stored }) => !stored && flags.isLive(bucket, variation)) &&
    [...tested.experiments.values()].every(({ key, bucket }) => !running.has(key) || buckets.has(bucket)) &&
    tested.features.every(({ key }) => flags.isDecidedByBucket(key))
  );
}

/** Of conflicting variations, only the shown ones count. */
function shownInPlace(eligible: readonly AssignedResult[], { tested, request }: VariationInput): ShownVariations {
  const { id } = tested.document.document;
  const treatments = eligible.filter(({ variation: chosen }) => chosen.variant !== id);
  const asked = treatments.map(({ variation: chosen }) => chosen.variant);
  const { variants } = combine(asked, tested, request.plan);
  const dropped = new Set(treatments.slice(variants.ids.length));
  return { variants, exposed: eligible.filter((result) => !dropped.has(result)) };
}

/** Results of the features that may be shown to this visitor, in the order of the keys. */
function eligibleResults(
  { tested, request, visitor, attributes }: VariationInput,
  sticky: readonly StickyAssignment[],
): readonly AssignedResult[] {
  const { flags } = tested.facts;
  const { id } = tested.document.document;
  const buckets = Object.fromEntries(sticky.map(({ bucket, variation }) => [bucket, variation]));
  const evaluate = flags.evaluatorFor(
    visitor?.id ?? null,
    attributes,
    buckets,
    readAttributesOfRequest(request, tested.facts),
  );
  const url = tested.targetsUrls ? buildAbsoluteUrl(request) : '';
  const running = selectRunningExperiments(tested, request);
  const eligible: AssignedResult[] = [];
  for (const { key, on, off } of tested.features) {
    const result = !tested.targetsUrls || flags.targetsUrl(key, url) ? evaluate(key) : null;
    if (result === null) continue;
    const { assignment, value } = result;
    const chosen = readDocumentVariation(value, id, request.plan);
    if (assignment === undefined ? isShowable(chosen, id, request) : running.has(assignment.experiment))
      eligible.push({ ...result, variation: chosen, usage: value ? on : off });
  }
  return isInOrder(eligible) ? eligible : eligible.toSorted((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1));
}

/** Feature keys are usually in the order of experiment keys. */
function isInOrder(results: readonly AssignedResult[]): boolean {
  return results.every((result, index) => {
    const before = results[index - 1];
    return before === undefined || toSortKey(before) < toSortKey(result);
  });
}

function toSortKey({ assignment, feature }: FeatureResult): string {
  return assignment?.experiment ?? feature;
}

/** Whether a value forced by a rule can be shown; a landing without a URL cannot be a redirect target. */
function isShowable(
  { variant, redirects }: DocumentVariation,
  id: DocumentId,
  { plan, mayRedirect }: VariationsRequest,
): boolean {
  if (redirects)
    return mayRedirect && plan.site.documents.get(variant)?.kind === 'landing' && plan.table.paths.has(variant);
  return variant === id || plan.site.documents.has(variant);
}

/**
 * A visitor of an experiment takes part in no later one in conflict with it, whichever variations they have, so that the
 * remaining visitors of the later one are split by its weights.
 */
function withoutConflicts(
  results: readonly AssignedResult[],
  { conflicts }: DocumentExperiments,
): readonly AssignedResult[] {
  if (conflicts.size === 0) return results;
  const experiments = new Set<string>();
  return results.filter(({ assignment }) => {
    if (assignment === undefined) return true;
    for (const key of conflicts.get(assignment.experiment) ?? NONE) if (experiments.has(key)) return false;
    experiments.add(assignment.experiment);
    return true;
  });
}

/**
 * A redirected visitor sees no other experiment of this page. Earlier experiments that could have redirected count the visitor in
 * their control: they count redirected visitors, so that the others must not be missing.
 */
function exposedByRedirect(
  redirect: AssignedResult,
  eligible: readonly AssignedResult[],
  { experiments }: DocumentExperiments,
): readonly AssignedResult[] {
  return eligible.slice(0, eligible.indexOf(redirect) + 1).filter(({ assignment }, index, { length }) => {
    const experiment = assignment === undefined ? undefined : experiments.get(assignment.experiment);
    return index === length - 1 || (experiment !== undefined && hasRedirectVariation(experiment));
  });
}

/**
 * Assignments in prerequisites, where the visitor is counted here, held out or not. A prerequisite on this document itself is counted by
 * its own exposure.
 */
function prerequisitesAmong(
  results: readonly AssignedResult[],
  { tested, request }: VariationInput,
): readonly FeatureResult[] {
  if (tested.counted.size === tested.experiments.size) return NONE;
  const running = selectRunningExperiments(tested, request);
  const targeted = new Set(
    [...tested.experiments.values()].filter(({ key }) => running.has(key)).map(({ feature }) => feature),
  );
  const found = results
    .filter(({ feature }) => targeted.has(feature))
    .flatMap(({ prerequisites = [] }) => prerequisites)
    .filter(({ experiment }) => !tested.experiments.has(experiment));
  const byBucket = new Map(found.map((assignment) => [assignment.bucket, assignment]));
  return [...byBucket.values()].map((assignment) => ({
    feature: assignment.experiment,
    value: assignment.variation,
    assignment,
  }));
}

/** Assignments that are not in the visitor's cookie, including changed variations. */
function newAmong(exposed: readonly FeatureResult[], sticky: readonly StickyAssignment[]): readonly Assignment[] {
  const found = exposed
    .flatMap(({ assignment }) => assignment ?? [])
    .filter(({ bucket, variation }) => !sticky.some((each) => each.bucket === bucket && each.variation === variation));
  // Most visitors have none, and results are cached.
  return found.length === 0 ? NONE : found;
}
