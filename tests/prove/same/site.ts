import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';

/** What a tree's documents say that decides which requests are worth making. Only plain JSON is read. */
export interface SiteFacts {
  /** Language prefixes of addresses, the one without a prefix first. */
  readonly prefixes: readonly string[];
  /** Documents by their id with their address; `null` for those that have none. */
  readonly documents: ReadonlyMap<string, string | null>;
  readonly experiments: readonly ExperimentFacts[];
  /** Milliseconds since the epoch at which a window opens or closes, in order. */
  readonly boundaries: readonly number[];
}

export interface ExperimentFacts {
  readonly key: string;
  /** Id of the document whose variations are compared. */
  readonly document: string;
  readonly variations: number;
}

interface WrittenDocument {
  readonly route?: string;
  readonly slug?: string;
}

/** Documents of version 2 say `arms`. */
interface WrittenExperiment {
  readonly document: string;
  readonly variations?: readonly unknown[];
  readonly arms?: readonly unknown[];
}

/** The landing that greets at `/`. */
const START = 'landings/default';

export function readSite(tree: string): SiteFacts {
  const config = join(tree, 'pages-config');
  const read = <Shape>(file: string): Shape => JSON.parse(readFileSync(join(config, file), 'utf8'));
  const listFiles = (kind: string): string[] => listPaths(config, `${kind}/**/*.json`);
  const documents = new Map(
    ['pages', 'landings'].flatMap(listFiles).map((file): [string, string | null] => {
      const id = file.replace(/\.json$/, '');
      const { route, slug } = read<WrittenDocument>(file);
      return [id, id === START ? '/' : (route ?? (slug === undefined ? null : `/${slug}`))];
    }),
  );
  const experiments = listFiles('experiments').map((file) => {
    const { document, variations, arms = [] } = read<WrittenExperiment>(file);
    return { key: basename(file, '.json'), document, variations: (variations ?? arms).length };
  });
  const { locales } = read<{ readonly locales: { readonly available: readonly string[] } }>('site.json');
  const boundaries = [...documents.keys()].flatMap((id) => boundariesIn(read(`${id}.json`)));
  return {
    prefixes: ['', ...locales.available.map((locale) => `/${locale}`)],
    documents,
    experiments,
    boundaries: [...new Set(boundaries)].toSorted((a, b) => a - b),
  };
}

/** Every wall time beside a zone: `{from, to, zone}` of windows, `{at, zone}` of countdowns. */
function boundariesIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(boundariesIn);
  const { from, to, at, zone }: { from?: unknown; to?: unknown; at?: unknown; zone?: unknown } = value;
  if (typeof zone !== 'string') return inner;
  const own = [from, to, at].filter((each) => typeof each === 'string');
  return [...inner, ...own.map((wall) => toMoment(wall, zone))];
}

/** Milliseconds since the epoch of a wall time such as `2026-11-27T00:00`; near a change of clocks an hour off at most. */
function toMoment(wall: string, zone: string): number {
  const asUtc = Date.parse(`${wall}Z`);
  const shown = new Date(asUtc).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T');
  return asUtc - (Date.parse(`${shown}Z`) - asUtc);
}
