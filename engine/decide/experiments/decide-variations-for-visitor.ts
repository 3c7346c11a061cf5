import {
  ASSIGNMENTS_COOKIE,
  readBucketExperiment,
  readBucketPhase,
  readVisitorId,
  VISITOR_COOKIE,
  type VisitorId,
} from '#engine/shared/experiment-cookies.ts';
import type { VisitorAttributes } from '#engine/experiments/flags.ts';
import { readUserAgent } from '#engine/experiments/user-agent.ts';
import { getDocumentPlan } from '../plan.ts';
import type { Facts, SetCookie } from '../types.ts';
import { type VariationsDecision, VARY } from './variations-decision.ts';
import {
  buildAbsoluteUrl,
  type VariationsRequest,
  collectAttributes,
  readAttributesOfRequest,
} from './variations-request.ts';
import { assignVariations } from './assign-variations.ts';
import { getCombination } from './combination.ts';
import { expiredCookies, recordExposures } from './exposures.ts';
import { shareFirstVisit } from './first-visits.ts';
import { countsWhenSeen, createIsKnownAssignment, findExperimentDocument } from './known-assignment.ts';
import { getCachedVariations } from './get-cached-variations.ts';
import { selectRunningExperiments } from './running-experiments.ts';
import type { DocumentExperiments } from './prepare-tested-document.ts';
import type { PreparedExperiment } from './tested-experiment.ts';
import type { SurplusVisit } from './types.ts';

/** Visitor and consent to statistics. */
interface KnownVisitor {
  /** The visitor agreed to statistics. */
  readonly lasting: boolean;
  /** The id of the cookie; `null` without one, or after consent was withdrawn. */
  readonly cookie: VisitorId | null;
  /** The id whose consent was withdrawn. */
  readonly withdrawn: string | undefined;
}

const NONE = [] as const;

/** The variations of a visitor by flags and cookies. */
export function decideVariationsForVisitor(
  tested: DocumentExperiments,
  request: VariationsRequest,
): VariationsDecision {
  const { facts } = request;
  const { isBrowser: isPerson, device } = readUserAgent(facts.userAgent);
  traceVisitor(tested, request, isPerson);
  const newId = isPerson ? chooseNewId(facts) : undefined;
  const known = readCookies(facts);
  const attributes = collectAttributes(request, tested.facts, device);
  const enrolled = isPerson && known.cookie === null ? assignNewVisitor(tested, request, attributes, newId) : NOBODY;
  const visitor = isPerson ? (known.cookie ?? enrolled.visitor) : null;
  const arrival = { tested, request, attributes, isPerson, newId, known, visitor };
  if (enrolled.surplus !== undefined) return { ...decideForVisitor(arrival), surplus: enrolled.surplus };
  if (visitor === null || visitor === known.cookie || known.lasting || known.withdrawn !== undefined)
    return decideForVisitor(arrival);
  return shareFirstVisit({ tested, request, visitor, attributes }, () => decideForVisitor(arrival));
}

/** A known or new visitor of a document. */
interface VisitorContext {
  readonly tested: DocumentExperiments;
  readonly request: VariationsRequest;
  readonly attributes: VisitorAttributes;
  readonly isPerson: boolean;
  /** See `chooseNewId`. */
  readonly newId: string | undefined;
  readonly known: KnownVisitor;
  /** `null` if no experiment applies. */
  readonly visitor: VisitorId | null;
}

function decideForVisitor({
  tested,
  request,
  attributes,
  isPerson,
  newId,
  known,
  visitor,
}: VisitorContext): VariationsDecision {
  const { facts, plan } = request;
  const isNew = visitor !== null && visitor !== known.cookie;
  const sticky = visitor === null || isNew ? '' : (facts.cookies[ASSIGNMENTS_COOKIE] ?? '');
  // A new visitor returns with the assignments in a cookie, so caching these variations is useless.
  const assign = isNew ? assignVariations : getCachedVariations;
  const assigned = assign({ tested, request, visitor, attributes, sticky });
  const { variants, redirect } = assigned;
  const decision = {
    shown: redirect === null ? getCombination(variants, tested, plan).plan : getDocumentPlan(redirect, plan),
    variations: variants.ids,
    exposures: NONE,
    cookies: NONE,
    personal: true,
    forced: false,
    redirects: redirect !== null,
    vary: VARY,
    cacheScope: isPerson || hasExtraTargeting(tested) ? undefined : ('program' as const),
  };
  if (newId === undefined) return decision;
  const { cookie, lasting, withdrawn } = known;
  const { newAssignments, hasUnstored, decidedByCookie, featureUsage } = assigned;
  // The network of new visitors was checked before.
  const isMore = !isNew && (newAssignments.length > 0 || (lasting && hasUnstored));
  if (isMore && facts.admit?.() === false)
    return { ...decision, cacheScope: undefined, surplus: newAssignments.map(({ bucket }) => toSurplusVisit(bucket)) };
  const { exposures, cookies, assignments } = recordExposures({
    visitor,
    cookie,
    lasting,
    newAssignments,
    sticky,
    countsWhenSeen: (experiment) => countsWhenSeen(plan.site, experiment),
    hasUnstored,
    isKnown: createIsKnownAssignment(tested.facts.flags, plan.site),
    revision: plan.site.revision,
    now: facts.now,
    sign: tested.facts.sign,
    attributes,
    country: () => facts.country ?? '',
    findLanding: (experiment) =>
      tested.counted.has(experiment) ? tested.document.document.id : findExperimentDocument(plan.site, experiment),
  });
  const isCounted = exposures.length > 0 || cookies.length > 0 || lasting || withdrawn !== undefined;
  const isKnown = !isCounted && redirect === null && decidedByCookie;
  return {
    ...decision,
    cacheScope: isKnown ? ('arms' as const) : undefined,
    exposures,
    assignments,
    cookies: withdrawn === undefined ? cookies : [...expiredBeside(cookies), ...cookies],
    featureUsage: lasting ? featureUsage : undefined,
    withdrawn,
  };
}

/** Whether rules depend on more than the cache key. */
const hasExtraTargeting = ({ facts: { flags } }: DocumentExperiments): boolean =>
  flags.readsCountry || flags.asksOfRequest.length > 0;

function readCookies({ cookies, consent }: Facts): KnownVisitor {
  const lasting = consent?.includes('statistics') === true;
  const visitor = readVisitorId(cookies[VISITOR_COOKIE]);
  const isWithdrawn = visitor?.lasting === true && !lasting;
  return { lasting, cookie: isWithdrawn ? null : visitor, withdrawn: isWithdrawn ? visitor.id : undefined };
}

/** The id for assignments; absent for prefetches and bots, or if nothing may be assigned. */
function chooseNewId({ method, prefetch, newVisitorId }: Facts): string | undefined {
  return method === 'GET' && !prefetch ? newVisitorId : undefined;
}

interface Enrolled {
  readonly visitor: VisitorId | null;
  /** An experiment applies to the visitor, but the network's limit is reached. */
  readonly surplus?: readonly SurplusVisit[];
}

const NOBODY: Enrolled = { visitor: null };

/** A new id only if an experiment applies: others get no cookie. */
function assignNewVisitor(
  tested: DocumentExperiments,
  request: VariationsRequest,
  attributes: VisitorAttributes,
  id: string | undefined,
): Enrolled {
  if (id === undefined) return NOBODY;
  const { flags } = tested.facts;
  const url = tested.targetsUrls ? buildAbsoluteUrl(request) : '';
  const asked = readAttributesOfRequest(request, tested.facts);
  const running = selectRunningExperiments(tested, request);
  const isMeant = ({ key, feature }: PreparedExperiment): boolean =>
    (!tested.targetsUrls || flags.targetsUrl(feature, url)) &&
    running.has(key) &&
    flags.targets(feature, attributes, asked);
  const experiments = [...tested.experiments.values()];
  if (!experiments.some(isMeant)) return NOBODY;
  if (request.facts.admit?.() !== false) return { visitor: { id, lasting: false } };
  return { visitor: null, surplus: experiments.filter(isMeant).map(({ bucket }) => toSurplusVisit(bucket)) };
}

const toSurplusVisit = (bucket: string): SurplusVisit => ({
  experiment: readBucketExperiment(bucket),
  phase: readBucketPhase(bucket),
});

/** Removes cookies that are not replaced. */
function expiredBeside(cookies: readonly SetCookie[]): readonly SetCookie[] {
  return expiredCookies.filter(({ name }) => !cookies.some((cookie) => cookie.name === name));
}

function traceVisitor(
  { facts: { flags } }: DocumentExperiments,
  { facts, trace }: VariationsRequest,
  isPerson: boolean,
): void {
  if (flags.readsCountry)
    trace?.({
      step: 'country',
      note: `The country is ${facts.country === null ? 'unknown' : `"${facts.country}"`}, from a trusted header or the address.`,
    });
  if (!isPerson) trace?.({ step: 'experiment', note: 'The client is a bot or a program, so it is not enrolled.' });
}
