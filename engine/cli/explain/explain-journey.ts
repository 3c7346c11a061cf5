import { readFileSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Site } from '#engine/documents/types.ts';
import { writeDiagrams } from '../journeys/journey-page.ts';
import { noWalks, readWalks, type Walks } from '../journeys/walks.ts';
import { createUsageError, readArguments } from '../usage.ts';
import { usage } from './read-request.ts';

export interface ExplainedJourney {
  readonly name: string;
  readonly walks: Walks;
}

/**
 * The journey given instead of a URL; `null` for none.
 *
 * @throws UsageError for a call with both, UserError for an unreadable file of walks
 */
export function readJourney(args: readonly string[]): ExplainedJourney | null {
  const { values, positionals } = readArguments(usage, args);
  const { journey: name, walks } = values;
  if (name === undefined && walks === undefined) return null;
  if (name === undefined)
    throw createUsageError(usage, '"--walks" counts the ways of a journey. Name it with "--journey".');
  if (positionals.length > 0) throw createUsageError(usage, 'Name a URL or a journey, not both.');
  return { name, walks: walks === undefined ? noWalks : readWalks(readFile(walks), walks) };
}

function readFile(file: string): string {
  try {
    return readFileSync(resolvePath(file), 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw createUsageError(usage, `The file "${file}" cannot be read: ${reason}`);
  }
}

/**
 * Flows and machines of a journey as Markdown with Mermaid.
 *
 * @throws UsageError for an unknown journey
 */
export function explainJourney(
  { journeyDocuments }: Pick<Site, 'journeyDocuments'>,
  { name, walks }: ExplainedJourney,
): string {
  const document = journeyDocuments.get(name);
  if (document !== undefined) return writeDiagrams(document, walks);
  const names = [...journeyDocuments.keys()];
  const meant = suggestName(name, names);
  throw createUsageError(
    usage,
    `There is no document of a journey "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`} There are: ${names.join(', ')}.`,
  );
}
