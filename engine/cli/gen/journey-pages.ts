import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { writeJourneyPage } from '../journeys/journey-page.ts';
import { noWalks, readWalks } from '../journeys/walks.ts';

/** Written by the journey walks of the tests; the diagrams show these counts at their arrows. */
const walksFile = 'docs/journeys/walks.json';

/** `docs/journeys/<name>.md`: a diagram of each journey. Missing parts of a document are left out; `npm run check` reports them. */
export function generateJourneyPages(root: string): ReadonlyMap<string, string> {
  const path = join(root, walksFile);
  const walks = existsSync(path) ? readWalks(readFileSync(path, 'utf8'), walksFile) : noWalks;
  const files = listPaths(root, 'pages-config/journeys/*.json');
  return new Map(
    files.flatMap((file): [string, string][] => {
      const document = readDocument(readFileSync(join(root, file), 'utf8'));
      const name = basename(file, '.json');
      return document === null ? [] : [[`docs/journeys/${name}.md`, writeJourneyPage(name, document, walks)]];
    }),
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A document with all parts that the diagram needs; `null` if it has not. */
function readDocument(text: string): JourneyDocument | null {
  const value = readJson(text);
  if (!isObject(value)) return null;
  const { machines, flows, forms, outcomes } = value;
  const drawable =
    each(machines, ({ states, transitions }) => each(states, () => true) && all(transitions, isTransition)) &&
    each(flows, ({ steps }) => all(steps, ({ name, form }) => typeof name === 'string' && typeof form === 'string')) &&
    each(forms, ({ fields = [], optional = [] }) => Array.isArray(fields) && Array.isArray(optional)) &&
    each(outcomes, (byOutcome) => Object.values(byOutcome).every((effects) => all(effects, () => true)));
  // The parts in the diagram are validated above; the rest is text or left out.
  return drawable ? (value as unknown as JourneyDocument) : null;
}

function isTransition({ from, on, to }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(from) && typeof on === 'string' && typeof to === 'string';
}

type Test = (value: Readonly<Record<string, unknown>>) => boolean;

const each = (value: unknown, test: Test): boolean => isObject(value) && all(Object.values(value), test);

const all = (value: unknown, test: Test): boolean =>
  Array.isArray(value) && value.every((item) => isObject(item) && test(item));

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
