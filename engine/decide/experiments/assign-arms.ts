import { LRUCache } from 'lru-cache';
import { type GivenArm, readGivenArms, type VisitorId } from '#engine/base/experiment-cookies.ts';
import { windowState } from '#engine/base/wall-time.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { AssignedExperiment, Assignment, VisitorAttributes } from '#engine/experiments/flags.ts';
import { withoutParameters } from '#engine/routing/split-url.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type Combination, combine, type PlannedExperiment, type TestedDocument } from './tested-document.ts';
import { isGiven } from './exposures.ts';
import { documentPlan, type SitePlan } from '../plan.ts';
import { type Showing, showingOf } from './arm.ts';
import type { Facts, TraceSink } from '../types.ts';
import type { ExperimentFacts } from './types.ts';

/** A request for a document, as far as its experiments ask about it. */
export interface Asked {
  readonly facts: Facts;
  readonly plan: SitePlan;
  readonly query: string;
  readonly locale: Locale;
  /** Whether the address may be replaced by another one; not that of a code, which would be lost. */
  readonly movable: boolean;
  readonly trace?: TraceSink;
}

/** What a visitor gets, known from the id, the attributes and the cookies alone. */
export interface Outcome {
  readonly combination: Combination;
  readonly moved: boolean;
  /** Experiments that the visitor was not yet given an arm of. */
  readonly fresh: readonly AssignedExperiment[];
  readonly given: readonly GivenArm[];
  readonly assignments: readonly Assignment[];
}

/** Visitors whose outcomes are remembered, and bytes: anybody may send long cookies and addresses. */
const REMEMBERED = { max: 150_000, maxSize: 256 * 1024 * 1024, sizeCalculation: sizeOf };
const outcomes = new WeakMap<TestedDocument, LRUCache<string, Outcome>>();

const NONE = [] as const;

/** Everything that an outcome is made of. */
export interface Visit {
  readonly tested: TestedDocument;
  readonly experiments: ExperimentFacts;
  readonly asked: Asked;
  readonly visitor: VisitorId | null;
  readonly attributes: VisitorAttributes;
  /** The cookie of given arms. */
  readonly arms: string;
}

/** As `makeOutcome`, remembered. */
export function outcomeOf(visit: Visit): Outcome {
  const { tested, asked, visitor, attributes, arms } = visit;
  const { locale, applicationCountry, device, webView } = attributes;
  let key = `${visitor?.id ?? ''} ${locale} ${applicationCountry} ${device} ${webView} ${arms}`;
  if (tested.hasWindows) key += ` ${openWindows(tested, asked)}`;
  if (!asked.movable) key += ' code';
  if (tested.asksUrl) key += ` ${urlOf(asked)}`;
  let known = outcomes.get(tested);
  if (known === undefined) outcomes.set(tested, (known = new LRUCache(REMEMBERED)));
  let outcome = known.get(key);
  if (outcome === undefined) {
    outcome = makeOutcome(visit);
    known.set(key, outcome);
  }
  return outcome;
}

/** Roughly, in bytes. */
function sizeOf({ given }: Outcome, key: string): number {
  return 300 + key.length + 100 * given.length;
}

/** The absolute URL that patterns of URL redirects are compared with. */
export function urlOf({ facts, plan }: Asked): string {
  const [path = '', query = ''] = facts.url.split('?', 2);
  const kept = withoutParameters(query, ['_nav']);
  return plan.site.deployment.publicOrigin + path + (kept === '' ? '' : `?${kept}`);
}

function openWindows({ experiments }: TestedDocument, asked: Asked): string {
  const closed = [...experiments.values()].filter(({ variants }) => !areOpen(variants, asked));
  return closed.map(({ key }) => key).join(',');
}

function areOpen(variants: readonly DocumentId[], { plan, facts }: Asked): boolean {
  return variants.every((variant) => {
    const window = plan.site.documents.get(variant)?.window;
    return window === undefined || windowState(window, facts.now) === 'open';
  });
}

export function makeOutcome({ tested, experiments, asked, visitor, attributes, arms }: Visit): Outcome {
  const { flags } = experiments;
  const given = readGivenArms(arms);
  const sticky = Object.fromEntries(given.map(({ bucket, variation }) => [bucket, variation]));
  const { id } = tested.document.document;
  const showing = ({ value }: Assignment): Showing => showingOf(value, id, asked.plan);
  const url = tested.asksUrl ? urlOf(asked) : '';
  const running = runningExperiments(tested, experiments, asked);
  const assignmentOf = flags.assignmentsFor(visitor?.id ?? null, attributes, sticky);
  const meant: Assignment[] = [];
  for (const feature of tested.features) {
    const assignment = !tested.asksUrl || flags.covers(feature, url) ? assignmentOf(feature) : null;
    if (assignment === null) continue;
    const { experiment } = assignment;
    if (experiment === undefined ? isShowable(showing(assignment), id, asked) : running.has(experiment.key))
      meant.push(assignment);
  }
  meant.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const assignments = tested.apart.size === 0 ? meant : thatGoTogether(meant, tested);
  const changing = assignments.filter((assignment) => showing(assignment).variant !== id);
  const leading = changing.find((assignment) => showing(assignment).redirects);
  if (leading !== undefined) {
    // Whoever is led away sees nothing of what other experiments do here. Those that could have led them away before this one
    // count all the same: they count whom they lead, so that who stays would be missing.
    const seen = assignments
      .slice(0, assignments.indexOf(leading) + 1)
      .filter((assignment) => assignment === leading || mayLead(assignment, tested));
    const plan = documentPlan(showing(leading).variant, asked.plan);
    const fresh = freshOf(seen, given);
    return { combination: { variants: NONE, plan }, moved: true, fresh, given, assignments: seen };
  }
  const combination = combine(
    changing.map((assignment) => showing(assignment).variant),
    tested,
    asked.plan,
  );
  // Arms that do not go together: only what is shown counts.
  const lost = new Set(changing.slice(combination.variants.length));
  const seen = assignments.filter((assignment) => !lost.has(assignment));
  return { combination, moved: false, fresh: freshOf(seen, given), given, assignments: seen };
}

/**
 * Who takes part in an experiment takes part in no later one whose arms do not all go with its arms, whichever arms they are: so
 * whoever is left to the later one is still split as it says.
 */
function thatGoTogether(assignments: readonly Assignment[], { apart }: TestedDocument): readonly Assignment[] {
  const taken = new Set<string>();
  return assignments.filter(({ experiment }) => {
    if (experiment === undefined) return true;
    for (const key of apart.get(experiment.key) ?? NONE) if (taken.has(key)) return false;
    taken.add(experiment.key);
    return true;
  });
}

function mayLead({ experiment }: Assignment, { experiments }: TestedDocument): boolean {
  return experiment !== undefined && experiments.get(experiment.key)?.redirects.includes(true) === true;
}

function freshOf(seen: readonly Assignment[], given: readonly GivenArm[]): readonly AssignedExperiment[] {
  return seen.flatMap(({ experiment }) => experiment ?? []).filter((experiment) => !isGiven(given, experiment));
}

/** Whether a value that a rule forces can be shown; a landing without an address is nowhere to be led to. */
function isShowable({ variant, redirects }: Showing, id: DocumentId, { plan, movable }: Asked): boolean {
  if (redirects)
    return movable && plan.site.documents.get(variant)?.kind === 'landing' && plan.table.paths.has(variant);
  return variant === id || plan.site.documents.has(variant);
}

function orderOf({ experiment, feature }: Assignment): string {
  return experiment?.key ?? feature;
}

/**
 * Keys of the experiments that visitors may take part in: every arm is ready in their language, shown at this time, and they can be
 * led to it. Nobody takes part in half of an experiment, so that those of the control don't count either.
 */
export function runningExperiments(
  tested: TestedDocument,
  experiments: ExperimentFacts,
  asked: Asked,
): ReadonlySet<string> {
  const key = `${asked.locale} ${asked.movable}`;
  const known = tested.running.get(key);
  if (known !== undefined) return known;
  const planned = [...tested.experiments.values()].filter((each) => runs(each, experiments, asked));
  const running = new Set(planned.map((each) => each.key));
  // Windows open and close.
  if (!tested.hasWindows) tested.running.set(key, running);
  return running;
}

function runs(planned: PlannedExperiment, { unready }: ExperimentFacts, asked: Asked): boolean {
  const { key, obstacle, redirects, variants } = planned;
  if (obstacle !== null || unready.has(`${key} ${asked.locale}`)) return false;
  return (asked.movable || !redirects.includes(true)) && areOpen(variants, asked);
}
