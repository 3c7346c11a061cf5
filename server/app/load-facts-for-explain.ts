import { randomUUID } from 'node:crypto';
import { isUserError, isUnavailableError } from '#engine/shared/errors.ts';
import { collectNeedDefinitions } from '#engine/decide/needs.ts';
import type { Facts, Match } from '#engine/decide/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { NeedFacts } from '#engine/guards/facts.ts';
import { journeys } from '#schemas/generated/journeys/server.ts';
import { createBackendFactLoaders } from './fact-loaders.ts';
import { openBackendForCommand } from './open-backend.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { createLoadFacts } from '#server/site/pages/load-facts.ts';

interface ExplainFacts {
  readonly facts: Partial<NeedFacts>;
  /** Notes about the loaded facts, or why they could not be loaded. */
  readonly notes: readonly string[];
}

/** Generous: this is not a page request. */
const TIMEOUT_MS = 10_000;

/**
 * Loads the facts of a request from the configured database at its time, with or without a running server. When the database is unavailable,
 * all facts are unknown, as for a page.
 */
export async function loadFactsForExplain(
  settings: Settings,
  site: Site,
  match: Match,
  facts: Facts,
): Promise<ExplainFacts> {
  if (match.needs.length === 0) return { facts: {}, notes: [] };
  try {
    return await asked(settings, site, match, facts);
  } catch (error) {
    if (!isUnavailableError(error) && !isUserError(error)) throw error;
    const unknown = Object.fromEntries(match.needs.map((need) => [need, { state: 'unknown' }]));
    return { facts: unknown, notes: [`The database cannot be asked: ${error.message}`] };
  }
}

async function asked(settings: Settings, site: Site, match: Match, facts: Facts): Promise<ExplainFacts> {
  let moment: number | null = null;
  const backend = await openBackendForCommand(settings, { site, clock: { now: () => moment ?? Date.now() } });
  try {
    // As a server in demo mode does on start, with the present time.
    if (settings.mode === 'demo') await backend.plugins.seedDemo();
    moment = facts.now;
    const failures: string[] = [];
    const loadFacts = createLoadFacts(
      createBackendFactLoaders(backend, journeys, settings.publicOrigin.startsWith('https:'), () => site),
      collectNeedDefinitions(site.journeys),
      (need, error) => failures.push(`The ${need} cannot be looked up: ${String(error)}`),
      TIMEOUT_MS,
    );
    // A new visitor, so that repeated calls never exceed a rate limit.
    const found = await loadFacts(match, facts, { network: `explain-${randomUUID()}` });
    return { facts: { ...found }, notes: [...Object.entries(found).map(describe), ...failures] };
  } finally {
    await backend.close();
  }
}

/** Personal input and form targets are not printed. */
const PRIVATE: ReadonlySet<string> = new Set(['email', 'draft']);

function describe([need, fact]: readonly [string, unknown]): string {
  return `${need} = ${JSON.stringify(fact, (key, value: unknown) => (PRIVATE.has(key) ? '…' : value))}`;
}
