import type { PinnedChange } from '#engine/documents/inheritance/list-pinned-changes.ts';
import { isObject } from '#engine/documents/json.ts';
import { sourceLocale, type TextStore } from '#engine/documents/texts.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { PinnedValues } from '#engine/documents/pinned-values.ts';

/** A change whose base was edited. */
export interface Drift extends PinnedChange {
  readonly document: DocumentId;
  readonly extended: DocumentId;
}

/** The old and new base and the variant, by property, with texts (N3). */
export function formatThreeWayDiff(
  drift: Drift,
  pinned: PinnedValues,
  texts: Pick<TextStore, 'keys'>,
): readonly string[] {
  const { document, extended, index, change, base, pin } = drift;
  const says = (value: unknown): string => describeValueWithText(value, texts);
  const head = `${document} changes[${index}]: ${doing[String(change['op'])] ?? 'changes'} the block "${String(change['block'])}" of ${extended}`;
  const now = listLeaves(base.value);
  if (!pinned.has(pin))
    return [
      head,
      '  What the base said was not kept; "git log -p" of its file shows it.',
      ...[...now].map(([path, value]) => row(path, [`the base says ${says(value)}`, ...mine(drift, path, says)])),
    ];
  const then = listLeaves(pinned.get(pin));
  const paths = [...new Set([...then.keys(), ...now.keys()])];
  const moved = paths.filter((path) => JSON.stringify(then.get(path)) !== JSON.stringify(now.get(path)));
  return [
    head,
    ...moved.map((path) =>
      row(path, [
        `the base said ${says(then.get(path))}`,
        `the base says ${says(now.get(path))}`,
        ...mine(drift, path, says),
      ]),
    ),
  ];
}

const doing: Readonly<Record<string, string>> = { set: 'sets props of', replace: 'replaces', remove: 'takes out' };

function mine({ change }: Drift, path: string, says: (value: unknown) => string): readonly string[] {
  if (change['op'] !== 'set') return [];
  const own = listLeaves(change['props']);
  return own.has(path) ? [`the variant says ${says(own.get(path))}`] : [];
}

function row(path: string, views: readonly string[]): string {
  return [`  ${path === '' ? 'the whole block' : path}`, ...views.map((view) => `    ${view}`)].join('\n');
}

/** Path → value that is not an object, such as `action.label`. Arrays are compared as a whole, as changes replace them. */
function listLeaves(value: unknown, path = ''): ReadonlyMap<string, unknown> {
  if (!isObject(value)) return new Map([[path, value]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [...listLeaves(inner, path === '' ? key : `${path}.${key}`)]),
  );
}

const MAX_LENGTH = 160;

function describeValueWithText(value: unknown, { keys }: Pick<TextStore, 'keys'>): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'that it goes';
  const text = typeof value === 'string' ? keys.get(value)?.get(sourceLocale)?.text : undefined;
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  const whole = text === undefined ? written : `${written}, “${text}”`;
  return whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH - 1)}…` : whole;
}
