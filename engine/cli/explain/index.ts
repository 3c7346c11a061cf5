import { randomUUID } from 'node:crypto';
import type { Exposure } from '#engine/decide/experiments/index.ts';
import { explainDecision, type DecisionExplanation } from '#engine/decide/explain-decision.ts';
import { match } from '#engine/decide/match.ts';
import type { Facts, Match, PageDecision, SetCookie } from '#engine/decide/types.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { Deployment, ResolvedExperiment, Site } from '#engine/documents/types.ts';
import type { NeedFacts } from '#engine/guards/facts.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { findExperiment } from '../find-experiment.ts';
import { printFindings } from '../print-findings.ts';
import { UsageError } from '../usage.ts';
import { explainJourney, readJourney } from './explain-journey.ts';
import { type ExplainedRequest, readRequest } from './read-request.ts';

export { usage } from './read-request.ts';

/** Environment of a site for explaining a request. */
export interface Surroundings {
  readonly deployment: Deployment;
  /** Loads facts such as a code or a session. */
  lookUp(site: Site, match: Match, facts: Facts): Promise<ExplainFacts>;
}

export interface ExplainFacts {
  readonly facts: Partial<NeedFacts>;
  /** Notes about the loaded facts, or why they could not be loaded. */
  readonly notes: readonly string[];
}

/** The engine alone, without a server. */
const alone: Surroundings = {
  deployment: {
    basePath: '/',
    publicOrigin: 'http://localhost:3000',
    webViewScheme: process.env['WEB_VIEW_SCHEME'] ?? '',
  },
  lookUp: (_site, { needs }) =>
    Promise.resolve({
      facts: {},
      notes: needs.length === 0 ? [] : [`The ${needs.join(' and the ')} can only be known by a server.`],
    }),
};

/**
 * `npm run explain -- <url>`: all steps of the decision for a request to the site on disk (N5);
 * `npm run explain -- --journey <name>`: the diagrams of a journey (N13).
 */
export async function run(args: readonly string[], root: string, surroundings = alone): Promise<number> {
  const { deployment } = surroundings;
  const journey = readJourney(args);
  if (journey !== null) return onSite(root, deployment, (site) => console.log(explainJourney(site, journey)));
  const request = readRequest(args, Date.now());
  const { basePath = deployment.basePath } = request;
  return onSite(root, { ...deployment, basePath }, (site) => explainVisit(site, request, surroundings));
}

async function onSite(
  root: string,
  deployment: Deployment,
  task: (site: Site) => void | Promise<void>,
): Promise<number> {
  const result = resolve({ ...(await readProject(root)), deployment, journeys });
  if (result.ok) await task(result.site);
  else printFindings(result.findings.filter(({ severity }) => severity === 'error'));
  return result.ok ? 0 : 1;
}

async function explainVisit(
  site: Site,
  { facts, variations }: ExplainedRequest,
  { lookUp }: Surroundings,
): Promise<void> {
  const url = withVariations(facts.url, variations, site.experiments);
  const asked = match(url, site);
  const found = await lookUp(site, asked, { ...facts, url });
  const visit: Facts = {
    ...facts,
    ...found.facts,
    url,
    userAgent: facts.userAgent || SOME_BROWSER,
    experiments: { flags: new Flags(buildPayload(site.experiments, facts.now)), unready: new Set() },
    newVisitorId: randomUUID(),
  };
  const explanation = explainDecision(visit, site);
  const lines = formatExplanation(explanation, [...found.notes]);
  for (const line of [...lines, ...unusedVariations(variations, explanation)]) console.log(line);
}

/** Selects variations by `?<experiment>=<index>`, as in a browser (X7). */
export function withVariations(
  url: string,
  variations: ReadonlyMap<string, string>,
  experiments: Site['experiments'],
): string {
  const parameters = [...variations].map(
    ([key, chosen]) => `${key}=${indexOfVariation(findExperiment(key, experiments), chosen)}`,
  );
  if (parameters.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}

function indexOfVariation({ key, variations }: ResolvedExperiment, chosen: string): number {
  const keys = variations.map((known) => known.key);
  const index = keys.indexOf(chosen);
  if (index >= 0) return index;
  throw new UsageError(`The experiment "${key}" has no variation "${chosen}". Its variations are ${keys.join(', ')}.`);
}

function unusedVariations(variations: ReadonlyMap<string, string>, { steps }: DecisionExplanation): readonly string[] {
  const used = new Set(steps.flatMap(({ variation: chosen }) => chosen?.experiment ?? []));
  return [...variations.keys()]
    .filter((key) => !used.has(key))
    .map((key) => `${'experiment'.padEnd(10)}  "${key}" does not run on this page, so its variation changes nothing.`);
}

/** Experiments require a browser's user agent. */
const SOME_BROWSER = 'Mozilla/5.0';

/** One line per step, then the parts of the response. */
export function formatExplanation({ decision, steps }: DecisionExplanation, lookedUp: readonly string[]): string[] {
  const lines = [
    ...lookedUp.map((note) => `${'look-up'.padEnd(10)}  ${note}`),
    ...steps.map(({ step, note }) => `${step.padEnd(10)}  ${note}`),
  ];
  if (decision.cookies.length > 0)
    lines.push(`${'cookies'.padEnd(10)}  ${decision.cookies.map(formatCookie).join('; ')}`);
  if (decision.vary.length > 0) lines.push(`${'vary'.padEnd(10)}  ${decision.vary.join(', ')}`);
  for (const exposure of decision.exposures) lines.push(`${'exposure'.padEnd(10)}  ${formatExposure(exposure)}`);
  return decision.kind === 'page' ? [...lines, ...pageLines(decision)] : lines;
}

function pageLines({ values, validUntil, indexable }: PageDecision): string[] {
  const lines = Object.entries(values).map(
    ([name, value]) => `${'value'.padEnd(10)}  ${name} = ${JSON.stringify(value)}`,
  );
  if (validUntil !== null) lines.push(`${'until'.padEnd(10)}  ${new Date(validUntil).toISOString()}`);
  if (!indexable) lines.push(`${'index'.padEnd(10)}  Search engines are asked to leave this page out.`);
  return lines;
}

function formatExposure({ experiment, variation, at, id }: Exposure): string {
  const when = new Date(at).toISOString();
  return `${experiment} = ${variation} at ${when}, ${id === null ? 'counted without an id' : `stored under "${id}"`}`;
}

function formatCookie({ name, value }: SetCookie): string {
  return `${name}=${value}`;
}
