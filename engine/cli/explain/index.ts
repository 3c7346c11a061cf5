import { randomUUID } from 'node:crypto';
import type { Exposure } from '#engine/decide/experiments/index.ts';
import { explain, type Explanation } from '#engine/decide/explain.ts';
import { match } from '#engine/decide/match.ts';
import type { Facts, PageDecision, SetCookie } from '#engine/decide/types.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { payloadOf } from '#engine/experiments/payload.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { Site } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { printFindings } from '../print-findings.ts';
import { explainJourney, readJourney } from './explain-journey.ts';
import { readProject } from './read-project.ts';
import { readRequest } from './read-request.ts';

export { usage } from './read-request.ts';

/**
 * `npm run explain -- <url>`: every step of the decision for one visit of the site as it lies on disk (N5);
 * `npm run explain -- --journey <name>`: the diagrams of a journey (N13).
 */
export function run(args: readonly string[], root: string): Promise<number> {
  const journey = readJourney(args);
  if (journey !== null) return onSite(root, '/', (site) => console.log(explainJourney(site, journey)));
  const { facts, basePath } = readRequest(args, Date.now());
  return onSite(root, basePath, (site) => explainVisit(site, facts));
}

function onSite(root: string, basePath: string, task: (site: Site) => void): Promise<number> {
  const deployment = {
    basePath,
    publicOrigin: 'http://localhost:3000',
    webViewScheme: process.env['WEB_VIEW_SCHEME'] ?? '',
  };
  const result = resolve({ ...readProject(root), deployment, journeys });
  if (result.ok) task(result.site);
  else printFindings(result.findings.filter(({ severity }) => severity === 'error'));
  return Promise.resolve(result.ok ? 0 : 1);
}

function explainVisit(site: Site, facts: Facts): void {
  const { needs } = match(facts.url, site);
  const visit: Facts = {
    ...facts,
    userAgent: facts.userAgent || SOME_BROWSER,
    experiments: { flags: new Flags(payloadOf(site.experiments)), unready: new Set() },
    newVisitorId: randomUUID(),
  };
  for (const line of formatExplanation(explain(visit, site), needs)) console.log(line);
}

/** Experiments ask whether a person's browser is there. */
const SOME_BROWSER = 'Mozilla/5.0';

/** One line per step, then what the answer brings along. */
export function formatExplanation({ decision, steps }: Explanation, needs: readonly string[]): string[] {
  const lines = steps.map(({ step, note }) => `${step.padEnd(10)}  ${note}`);
  if (needs.length > 0) lines.push(`${'not asked'.padEnd(10)}  The command line looks up no ${needs.join(', no ')}.`);
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
  if (!indexable) lines.push(`${'index'.padEnd(10)}  Search engines are told to leave this page out.`);
  return lines;
}

function formatExposure({ experiment, variation, at, id }: Exposure): string {
  const when = new Date(at).toISOString();
  return `${experiment} = ${variation} at ${when}, ${id === null ? 'counted without an id' : `stored under "${id}"`}`;
}

function formatCookie({ name, value }: SetCookie): string {
  return `${name}=${value}`;
}
