import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { UserError } from '#engine/shared/errors.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { computePin } from './inheritance/compute-pin.ts';
import { listPinnedChanges } from './inheritance/list-pinned-changes.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Project } from './project.ts';
import type { Source } from './source.ts';

/** The content behind each pin, stored beside the documents. */
export const PINS_FILE = 'pins.json';

/** Pin → the content of the base when it was written. */
export type PinnedValues = ReadonlyMap<string, unknown>;

/** Entries that do not match their pin are omitted. @throws UserError if the text is not a JSON object. */
export function readPinnedValues(text: string): PinnedValues {
  const value = parse(text);
  if (!isObject(value))
    throw new UserError(
      `${PINS_FILE} is not a JSON object. Put it back from the history, or delete it: "npm run check -- --fix" writes it.`,
    );
  return withOwnPins(value);
}

const withOwnPins = (value: JsonObject): PinnedValues =>
  new Map(Object.entries(value).filter(([pin, pinned]) => computePin(pinned) === pin));

const ofSource = memoizePerObject((source: Source) => (isObject(source.value) ? withOwnPins(source.value) : new Map()));

/** As `readPinnedValues`, of a file that was read; empty without one. */
export function getPinnedValues(source: Source | undefined): PinnedValues {
  return source === undefined ? new Map() : ofSource(source);
}

/** The content behind every pin of the project, one line each; unused pins are dropped. */
export function formatPinnedValues({ expanded }: Pick<Project, 'expanded'>, before: PinnedValues): string {
  const pinned = new Map<string, unknown>();
  for (const { pin, base } of [...expanded.values()].flatMap(listPinnedChanges)) {
    if (pin === base.pin) pinned.set(pin, base.value);
    else if (before.has(pin)) pinned.set(pin, before.get(pin));
  }
  return format(pinned);
}

function format(kept: PinnedValues): string {
  const lines = [...kept]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([pin, value]) => `  ${JSON.stringify(pin)}: ${toCanonicalJson(value ?? null)}`);
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
