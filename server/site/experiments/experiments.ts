import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Metric } from 'prom-client';
import {
  ASSIGNMENTS_COOKIE,
  readBucketExperiment,
  readStickyAssignments,
  readVisitorId,
  VISITOR_COOKIE,
} from '#engine/shared/experiment-cookies.ts';
import {
  countsWhenSeen,
  type ExperimentFacts,
  expiredCookies,
  experimentsShownAt,
  type Exposure,
  type IsKnownAssignment,
  knownAssignments,
  findExperimentDocument,
  recordExposures,
  isUnstored,
  recordShownBlock,
  type SignAssignments,
} from '#engine/decide/experiments/index.ts';
import type { Decision, SetCookie } from '#engine/decide/types.ts';
import { readUserAgent } from '#engine/experiments/user-agent.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Database } from '#server/platform/database/open-database.ts';
import { FlagStore } from '#server/site/flags/flag-store.ts';
import {
  type FlagsLog,
  type RemoteFlags,
  type RemoteTimes,
  startRemoteFlags,
} from '#server/site/flags/remote-flags.ts';
import { addFlagRoutes, type FlagRoutesOptions } from '#server/site/flags/routes.ts';
import { UsageBeacon } from '#server/site/flags/usage-beacon.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { SiteStore } from '#server/site/store/site-store.ts';
import type { PendingImages } from '#server/site/images/pending-images.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';
import { computeSignature } from '#server/platform/tokens/signature.ts';
import { prepareSignedAssignments } from '#server/site/visitors/signed-assignments.ts';
import type { Visitor } from '#server/site/visitors/read-visitor.ts';
import type { VariationWeights } from './variation-weights.ts';
import { Admission } from './admission.ts';
import { readVisitorAttribution, readAttribution, writeAttribution } from './attribution.ts';
import { NetworkShares } from './network-shares.ts';
import { buildExperimentMetrics } from './build-experiment-metrics.ts';
import { ExposureLog } from './exposure-log.ts';
import { OwnPayload } from './own-payload.ts';
import { paintStep } from './paints.ts';
import { followStopped } from './switches.ts';
import { type VariationPages, ReadinessGate } from './readiness-gate.ts';
import type { UnavailableVariations } from './unavailable-variations.ts';
import { createUnsuppliedReport } from './unsupplied-report.ts';

export interface ExperimentsOptions {
  readonly settings: Pick<
    Settings,
    | 'growthbookApiHost'
    | 'growthbookClientKey'
    | 'growthbookRemoteEval'
    | 'growthbookDecryptionKey'
    | 'growthbookRealtimeKey'
    | 'growthbookRealtimeHost'
    | 'dataDir'
    | 'experimentVisitors'
    | 'ipv6SiteFactor'
    | 'networkShare'
    | 'publicOrigin'
  >;
  readonly secrets: Pick<Secrets, 'visitor'>;
  /** Must hold a site. */
  readonly holder: SiteStore;
  readonly pages: VariationPages;
  /** `null` disables counting. */
  readonly database: Database | null;
  readonly log: Logger;
  /** Whether variations are rendered ahead and measured. */
  readonly render: boolean;
  /** Receives page weights by variation; optional. */
  readonly weights?: VariationWeights | undefined;
  /** Receives unavailable variations with reasons; optional. */
  readonly unavailableVariations?: UnavailableVariations | undefined;
  /** Variations become available once their images exist; default: all exist. */
  readonly images?: PendingImages | undefined;
  /** Polling intervals of a flag service; default: see `RemoteTimes`. */
  readonly times?: RemoteTimes;
}

/** Maximum forms with which a visitor's assignments are stored. */
const MAX_ATTRIBUTIONS = 20;

export interface ConsentedVisit extends Visitor {
  readonly locale: Locale;
  readonly userAgent: string;
  /** ISO 3166-1 alpha-2; `null` when unknown. */
  readonly country: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A request of a browser that reports a seen block, or of the tracking pixel. */
export interface SeenVisit extends ConsentedVisit {
  readonly experiment: string;
  readonly shown: 'block' | 'page';
  readonly webView: boolean;
  /** Rate limit key of the visitor. */
  readonly network: string;
}

/** Largest contentful paint of a page. */
export interface PaintedPage extends Visitor, Pick<ConsentedVisit, 'userAgent'> {
  /** Document id of the address. */
  readonly document: string;
  /** Time from navigation start to largest contentful paint. */
  readonly milliseconds: number;
}

export interface Experiments {
  /** Facts for decisions. */
  facts(): ExperimentFacts | undefined;
  /** Call when a page, or the redirect to it, was sent. */
  sent(decision: Pick<Decision, 'exposures' | 'featureUsage' | 'withdrawn' | 'surplus'>, network: () => string): void;
  /** Whether a network may bring another new visitor of experiments; counts that visitor. */
  admit(network: string, now: number): boolean;
  /** Records a conversion of this visitor, or of the visitor stored with an account. */
  converted(event: string, whom: Visitor | string, at: number): void;
  /** Attribution to store with an account; `null` without assignments. */
  readAttribution(visitor: Visitor): string | null;
  /**
   * Call when a visitor changes consent to statistics: stores the session's exposures under the visitor's id, or erases everything stored.
   * Returns cookies to set.
   */
  consented(visit: ConsentedVisit): readonly SetCookie[];
  /** Call when a tested block was seen. Returns cookies to set. */
  seen(visit: SeenVisit): readonly SetCookie[];
  /** Call when a browser reports largest contentful paint. */
  painted(page: PaintedPage): void;
  readonly metrics: readonly Metric[];
  addRoutes(app: FastifyInstance, options: Pick<FlagRoutesOptions, 'draining' | 'readNetwork' | 'readVisitor'>): void;
  /** Writes pending rows; call it before the database is closed. */
  close(): Promise<void>;
}

/** Runs experiments: flags, readiness, counting. */
export async function startExperiments(options: ExperimentsOptions): Promise<Experiments> {
  const { settings, holder, pages, database, log, render, images } = options;
  const sign: SignAssignments = (...signed) => prepareSignedAssignments(options.secrets.visitor[0], ...signed);
  const store = new FlagStore(sign);
  const gate = new ReadinessGate({
    store,
    site: () => holder.current,
    pages,
    log,
    unmadeImages: images?.ofDocument,
    weighs: render,
    weights: options.weights,
    unavailableVariations: options.unavailableVariations,
  });
  const shares = new NetworkShares();
  const exposureLog = database === null ? null : new ExposureLog(database, log, shares);
  const [key] = options.secrets.visitor;
  const admission = new Admission({
    limit: settings.experimentVisitors,
    ipv6SiteFactor: settings.ipv6SiteFactor,
    key,
    db: database?.db ?? null,
  });
  const hashVisitor = (id: string): string => computeSignature(key, 'counted', id);
  /** Number of times that a visitor's assignments were stored with a form; forms are refused and sent again. */
  const given = new LRUCache<string, number>({ max: 10_000 });
  const usage =
    settings.growthbookRealtimeKey === ''
      ? null
      : new UsageBeacon({
          host: settings.growthbookRealtimeHost,
          key: settings.growthbookRealtimeKey,
          log: flagsLog(log),
        });
  const remote = settings.growthbookApiHost === '' ? null : await startRemote(options, store);
  const own = remote === null ? new OwnPayload(store, () => holder.current.experiments) : null;
  own?.offer();
  const reportUnsupplied = createUnsuppliedReport(log);
  const warnOfUnsupplied = (): void => reportUnsupplied(store.facts?.flags.payload ?? {});
  warnOfUnsupplied();
  const unsubscribe = store.onPayload(() => {
    warnOfUnsupplied();
    void gate.check(render);
  });
  holder.onReload((outcome) => {
    if (outcome.kind !== 'changed') return;
    own?.offer();
    void gate.check(render);
  });
  const unfollow = database === null ? null : await followStopped(database, log, (stopped) => store.stop(stopped));
  images?.files.onAllMade(() => void gate.check(render));
  void gate.check(render);

  const isKnown: IsKnownAssignment = (assignment) =>
    store.facts !== undefined && knownAssignments(store.facts.flags, holder.current)(assignment);
  /** Exposures from before consent: evaluated by the documents of that time if they are as old as that. */
  const expose = (exposures: readonly Exposure[]): void => {
    // Most first visits: the list was looked through when the first of them was counted.
    if (exposureLog === null || exposureLog.exposeAgain(exposures)) return;
    const { since } = holder.status;
    const { revision } = holder.current;
    const isUndated = exposures.some((each) => each.revision === '');
    const isPlain = !isUndated && exposures.every(({ once }) => once === undefined);
    exposureLog.expose(
      isPlain
        ? exposures
        : exposures.map((each) => ({
            ...each,
            once: each.once && hashVisitor(each.once),
            revision: each.revision === '' && each.at >= since ? revision : each.revision,
          })),
    );
  };

  /** Records visitors of networks with many. */
  const countNetwork = (exposures: readonly Exposure[], network: string, now: number): void => {
    const name = admission.nameNetwork(network, now);
    shares.count(exposures, name, now);
    if (name !== null) exposureLog?.saveNetworks();
  };

  return {
    facts: () => store.facts,
    sent({ exposures, featureUsage, withdrawn, surplus }, network) {
      const now = Date.now();
      if (surplus !== undefined) exposureLog?.surplus(surplus, now);
      if (featureUsage !== undefined) usage?.add(featureUsage);
      if (withdrawn !== undefined) exposureLog?.erase(withdrawn);
      if (exposures.length === 0) return;
      expose(exposures);
      countNetwork(exposures, network(), now);
    },
    admit: (network, now) => admission.admit(network, now),
    converted(event, whom, at) {
      const isStored = typeof whom === 'string';
      const attribution = isStored ? readAttribution(whom) : readVisitorAttribution(whom, isKnown);
      if (attribution === null) return;
      const visitor = attribution.visitor === undefined ? undefined : hashVisitor(attribution.visitor);
      exposureLog?.convert({ event, at, isStored, ...attribution, visitor });
    },
    readAttribution(visitor) {
      const attribution = readVisitorAttribution(visitor, isKnown);
      const stored = writeAttribution(attribution);
      if (stored === null || attribution?.visitor === undefined) return stored;
      const times = given.get(attribution.visitor) ?? 0;
      given.set(attribution.visitor, times + 1);
      return times < MAX_ATTRIBUTIONS ? stored : null;
    },
    consented({ cookies, consent, locale, userAgent, country, now }) {
      const visitor = readVisitorId(cookies[VISITOR_COOKIE]);
      if (visitor === null) return [];
      if (consent?.includes('statistics') !== true) {
        if (visitor.lasting) exposureLog?.erase(visitor.id);
        return visitor.lasting ? expiredCookies : [];
      }
      const attributes = { locale, applicationCountry: '', device: readUserAgent(userAgent).device, webView: false };
      const { [ASSIGNMENTS_COOKIE]: sticky = '' } = cookies;
      const recorded = recordExposures({
        visitor,
        cookie: visitor,
        lasting: true,
        newAssignments: [],
        sticky,
        countsWhenSeen: (experiment) => countsWhenSeen(holder.current, experiment),
        hasUnstored: readStickyAssignments(sticky).some((each) => isUnstored(each) && isKnown(each)),
        isKnown,
        revision: holder.current.revision,
        now,
        sign,
        attributes,
        country: () => country ?? '',
        findLanding: (experiment) => findExperimentDocument(holder.current, experiment),
      });
      expose(recorded.exposures);
      return recorded.cookies;
    },
    seen({ cookies, consent, experiment, shown, locale, userAgent, country, webView, network, now }) {
      const { facts } = store;
      const { isBrowser, device } = readUserAgent(userAgent);
      if (facts === undefined || facts.stopped?.has(experiment) === true || !isBrowser) return [];
      const recorded = recordShownBlock({
        experiment,
        shown,
        cookies,
        consent,
        isLive: ({ bucket, variation }) => facts.flags.isLive(bucket, variation),
        revision: holder.current.revision,
        now,
        sign,
        attributes: { locale, applicationCountry: country ?? '', device, webView },
        landing: findExperimentDocument(holder.current, experiment),
      });
      expose(recorded.exposures);
      countNetwork(recorded.exposures, network, now);
      return recorded.cookies;
    },
    painted({ document, milliseconds, userAgent, ...visitor }) {
      const { facts } = store;
      if (facts === undefined || !readUserAgent(userAgent).isBrowser) return;
      const shown = experimentsShownAt(document, facts, holder.current);
      const attribution = readVisitorAttribution(
        visitor,
        ({ bucket, variation }) => shown.has(readBucketExperiment(bucket)) && facts.flags.isLive(bucket, variation),
      );
      if (attribution !== null && attribution.id !== null && attribution.assignments.length > 0)
        exposureLog?.painted(paintStep(milliseconds), attribution.assignments, {
          visitor: hashVisitor(attribution.id),
          document,
        });
    },
    metrics: buildExperimentMetrics({ exposureLog, remote, shares, networkShare: settings.networkShare }),
    addRoutes(app, { draining, readNetwork, readVisitor }) {
      addFlagRoutes(app, {
        store,
        clientKey: settings.growthbookClientKey,
        remoteEval: settings.growthbookRemoteEval,
        draining,
        readNetwork,
        readVisitor,
        usage: usage && { add: (uses) => usage.add(uses), publicOrigin: settings.publicOrigin },
      });
    },
    async close() {
      unsubscribe();
      own?.close();
      admission.close();
      await unfollow?.();
      await Promise.all([remote?.stop(), usage?.flush(), exposureLog?.close()]);
    },
  };
}

function startRemote({ settings, log, times }: ExperimentsOptions, store: FlagStore): Promise<RemoteFlags> {
  return startRemoteFlags({
    apiHost: settings.growthbookApiHost,
    clientKey: settings.growthbookClientKey,
    decryptionKey: settings.growthbookDecryptionKey,
    file: join(settings.dataDir, 'flags', `${settings.growthbookClientKey}.json`),
    accept: (payload, published) => store.accept(payload, published),
    times,
    log: flagsLog(log),
  });
}

function flagsLog(log: Logger): FlagsLog {
  return {
    error: (fields, message) => log.error(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    info: (fields, message) => log.info(fields, message),
  };
}
