import { agreesTo, CONSENT_COOKIE } from '#engine/base/consent.ts';
import { ARMS_COOKIE, readVisitorId, VISITOR_COOKIE, type VisitorId } from '#engine/base/experiment-cookies.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Assignment, VisitorAttributes } from '#engine/experiments/flags.ts';
import { type Device, readUserAgent } from '#engine/experiments/user-agent.ts';
import { queryValue } from '#engine/routing/split-url.ts';
import { isWebViewQuery } from '#engine/routing/web-view.ts';
import { combine, testedDocument, type TestedDocument } from './tested-document.ts';
import { remember } from './exposures.ts';
import { type Asked, makeOutcome, outcomeOf, runningExperiments, urlOf } from './assign-arms.ts';
import type { SetCookie, TraceSink } from '../types.ts';
import { documentPlan, type DocumentPlan } from '../plan.ts';
import type { Showing } from './arm.ts';
import type { ExperimentFacts, Exposure, FeatureUse } from './types.ts';

/** Which document is shown in the place of the one that was asked for, and what follows from it. */
export interface Choice {
  readonly shown: DocumentPlan;
  /** Variants, sorted by the keys of their experiments. */
  readonly arms: readonly DocumentId[];
  readonly exposures: readonly Exposure[];
  readonly cookies: readonly SetCookie[];
  /** Depends on who asks. */
  readonly personal: boolean;
  /** Arms were asked for by the URL. */
  readonly forced: boolean;
  /** The document shown stands at an address of its own, to which the visitor is led (X6). */
  readonly moved: boolean;
  readonly vary: readonly string[];
  /** Features that decided, once statistics are agreed to. */
  readonly used?: readonly FeatureUse[];
  /** Id whose rows are to be erased, because the visitor took the agreement back. */
  readonly withdrawn?: string;
}

const NONE = [] as const;
/** Programs get the base, people perhaps an arm: caches must keep the two apart. */
const VARY: readonly string[] = ['Cookie', 'User-Agent'];

/** The arms that a visitor of a document gets (X1, N7). Bots, prefetches and HEAD see what holds for them and are never enrolled. */
export function chooseArms(document: DocumentPlan, asked: Asked): Choice {
  const { facts, plan, query, trace } = asked;
  const experiments = facts.experiments;
  const tested = experiments === undefined ? null : testedDocument(document.document.id, experiments, plan);
  if (experiments === undefined || tested === null) return baseOf(document);
  if (query !== '' && queryValue(query, 'disablegb') === 'true') {
    trace?.({ step: 'experiment', note: 'The URL turns experiments off (disablegb=true).' });
    return baseOf(document);
  }
  const before = facts.shown === undefined ? null : shownBefore(facts.shown, tested);
  if (before !== null) {
    trace?.({ step: 'experiment', note: 'The form says which arms it stood in.' });
    const { plan: shown, variants: arms } = combine(before, tested, plan);
    return { ...baseOf(shown), arms, personal: true, vary: VARY };
  }
  const forced = query === '' ? NONE : forcedVariants(query, tested, trace);
  if (forced.length > 0) {
    const looked = { personal: true, forced: true, vary: VARY };
    const led = forced.find(({ redirects }) => redirects);
    if (led !== undefined) return { ...baseOf(documentPlan(led.variant, plan)), ...looked, moved: true };
    const variants = forced.map(({ variant }) => variant).filter((variant) => variant !== document.document.id);
    const { plan: shown, variants: arms } = combine(variants, tested, plan);
    return { ...baseOf(shown), ...looked, arms };
  }
  return assigned(tested, experiments, asked);
}

/** No experiment has a say. */
export function baseOf(shown: DocumentPlan): Choice {
  return {
    shown,
    arms: NONE,
    exposures: NONE,
    cookies: NONE,
    personal: false,
    forced: false,
    moved: false,
    vary: NONE,
  };
}

/** What `?<experiment key>=<index>`, GrowthBook's convention for looking at arms (X7), asks for, in the order of the keys. */
function forcedVariants(query: string, tested: TestedDocument, trace?: TraceSink): readonly Showing[] {
  const shown: Showing[] = [];
  for (const key of [...tested.forcible.keys()].toSorted()) {
    const value = queryValue(query, key);
    const index = value !== null && /^\d{1,2}$/.test(value) ? Number(value) : -1;
    const experiment = tested.forcible.get(key);
    if (experiment === undefined) continue;
    const { obstacle, variations, redirects, variants } = experiment;
    const variant = variants[index];
    if (variant === undefined) {
      if (value === null) continue;
      trace?.({
        step: 'experiment',
        note: `The URL asks for ${JSON.stringify(value)} of "${key}", whose arms are 0 to ${variants.length - 1}; this is ignored.`,
      });
      continue;
    }
    trace?.({
      step: 'experiment',
      note: `The URL asks for the arm "${variations[index]}" of "${key}"${obstacle === null ? '' : `, which cannot be shown: ${obstacle}`}.`,
      arm: { experiment: key, variation: variations[index] ?? '' },
    });
    const base = { variant: tested.document.document.id, redirects: false };
    shown.push(obstacle === null ? { variant, redirects: redirects[index] === true } : base);
  }
  return shown;
}

/**
 * The arms among these documents, sorted by the keys of their experiments; `null` unless all of them are the tested document or
 * one arm of each experiment, which anybody may look at.
 */
function shownBefore(ids: readonly DocumentId[], tested: TestedDocument): readonly DocumentId[] | null {
  const base = tested.document.document.id;
  const open = [...tested.forcible.values()]
    .filter(({ obstacle }) => obstacle === null)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const arms = new Set(open.flatMap(({ variants }) => variants.find((id) => id !== base && ids.includes(id)) ?? []));
  return ids.every((id) => id === base || arms.has(id)) ? [...arms] : null;
}

function assigned(tested: TestedDocument, experiments: ExperimentFacts, asked: Asked): Choice {
  const { facts, trace } = asked;
  const { cookies } = facts;
  const lasting = agreesTo(cookies[CONSENT_COOKIE], 'statistics');
  const { isBrowser: isPerson, device } = readUserAgent(facts.userAgent);
  const enrols = isPerson && facts.method === 'GET' && !facts.prefetch && facts.newVisitorId !== undefined;
  const brought = readVisitorId(cookies[VISITOR_COOKIE]);
  const withdrawn = brought?.lasting === true && !lasting ? brought.id : undefined;
  const kept = withdrawn === undefined ? brought : null;
  const attributes = attributesOf(experiments, asked, device);
  if (experiments.flags.readsCountry)
    trace?.({
      step: 'country',
      note: `The country is ${facts.country === null ? 'unknown' : `"${facts.country}"`}, from a trusted header or the address.`,
    });
  if (!isPerson) trace?.({ step: 'experiment', note: 'No browser of a person asks, so nobody is enrolled.' });
  const visitor = isPerson
    ? (kept ?? newVisitor(tested, experiments, asked, attributes, enrols ? facts.newVisitorId : undefined))
    : null;
  const arms = visitor === kept && kept !== null ? (cookies[ARMS_COOKIE] ?? '') : '';
  // A new visitor comes back with the arms in a cookie, so that nobody would ask for this outcome again.
  const isNew = visitor !== null && visitor !== kept;
  const work = isNew ? makeOutcome : outcomeOf;
  const { combination, moved, fresh, given, assignments } = work({
    tested,
    experiments,
    asked,
    visitor,
    attributes,
    arms,
  });
  if (trace) tell(tested, assignments, visitor, attributes.locale, trace);
  const memory = enrols
    ? remember({ visitor, brought: kept, lasting, fresh, given, now: facts.now, attributes })
    : { exposures: NONE, cookies: NONE };
  const erased = withdrawn !== undefined && enrols;
  return {
    shown: combination.plan,
    arms: combination.variants,
    exposures: memory.exposures,
    cookies: erased ? [...withoutArms(memory.cookies), ...memory.cookies] : memory.cookies,
    personal: isPerson || experiments.flags.readsCountry,
    forced: false,
    moved,
    vary: VARY,
    ...(lasting && enrols && { used: assignments.map(toUse) }),
    ...(erased && { withdrawn }),
  };
}

function toUse({ feature, value }: Assignment): FeatureUse {
  return { feature, on: Boolean(value) };
}

/** Takes away what a new cookie does not replace. */
function withoutArms(cookies: readonly SetCookie[]): readonly SetCookie[] {
  return [VISITOR_COOKIE, ARMS_COOKIE]
    .filter((name) => !cookies.some((cookie) => cookie.name === name))
    .map((name) => ({ name, value: '', maxAge: 0, httpOnly: false }));
}

/** A new id only for whom an experiment is meant: others get no cookie. */
function newVisitor(
  tested: TestedDocument,
  experiments: ExperimentFacts,
  asked: Asked,
  attributes: VisitorAttributes,
  id: string | undefined,
): VisitorId | null {
  if (id === undefined) return null;
  const { flags } = experiments;
  const url = tested.asksUrl ? urlOf(asked) : '';
  const running = runningExperiments(tested, experiments, asked);
  for (const { key, feature } of tested.experiments.values()) {
    const isCovered = !tested.asksUrl || flags.covers(feature, url);
    if (isCovered && running.has(key) && flags.targets(feature, attributes)) return { id, lasting: false };
  }
  return null;
}

function attributesOf(
  { flags }: ExperimentFacts,
  { facts, plan, query, locale }: Asked,
  device: Device,
): VisitorAttributes {
  return {
    locale,
    applicationCountry: flags.readsCountry ? (facts.country ?? '') : '',
    device,
    webView: isWebViewQuery(query, plan.site),
  };
}

function tell(
  { experiments }: TestedDocument,
  assignments: readonly Assignment[],
  visitor: VisitorId | null,
  locale: string,
  trace: TraceSink,
): void {
  for (const { key, obstacle } of experiments.values()) {
    if (obstacle !== null) trace({ step: 'experiment', note: `Nobody takes part in "${key}": ${obstacle}` });
  }
  if (visitor !== null) trace({ step: 'experiment', note: `The visitor's id for experiments is "${visitor.id}".` });
  for (const { experiment, feature, value } of assignments) {
    if (experiment === undefined) {
      trace({ step: 'experiment', note: `The feature "${feature}" says ${JSON.stringify(value)}.` });
      continue;
    }
    const { key, variation, index, position, sticky } = experiment;
    const why = sticky ? 'as before' : `at ${position ?? 'an unknown place'} of 0 to 1`;
    trace({
      step: 'experiment',
      note: `The experiment "${key}" gives the arm "${variation}" (${index}), ${why}.`,
      arm: { experiment: key, variation },
    });
  }
  const taking = new Set(assignments.map(({ experiment }) => experiment?.key));
  for (const key of experiments.keys()) {
    if (!taking.has(key)) trace({ step: 'experiment', note: `The visitor takes no part in "${key}" in "${locale}".` });
  }
}
