import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { TextsByKey } from './protocol.ts';

/** Editable content: files by path, texts by key. */
export interface StudioContent {
  readonly files: Readonly<Record<string, string>>;
  readonly texts: TextsByKey;
}

export type StudioChange =
  | { readonly kind: 'file'; readonly path: string; readonly before: string; readonly after: string }
  | {
      readonly kind: 'text';
      readonly key: string;
      readonly locale: Locale;
      readonly before: string;
      readonly after: string;
    };

/** An undo step. */
export interface Step {
  /** What was edited: typing in one field is one step. */
  readonly subject: string;
  /** Time of its last change in milliseconds since the epoch. */
  readonly at: number;
  readonly changes: readonly StudioChange[];
}

export interface EditHistory {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const emptyHistory: EditHistory = { past: [], future: [] };

/** Changes within this time are merged into one step. */
const PAUSE_MS = 1_500;
const MAX_STEPS = 500;

export function recordStep({ past, future }: EditHistory, step: Step): EditHistory {
  const last = past.at(-1);
  const isSame =
    last !== undefined && future.length === 0 && last.subject === step.subject && step.at - last.at < PAUSE_MS;
  const added = isSame ? { ...step, changes: joined(last.changes, step.changes) } : step;
  return { past: [...(isSame ? past.slice(0, -1) : past).slice(-MAX_STEPS + 1), added], future: [] };
}

function joined(first: readonly StudioChange[], second: readonly StudioChange[]): readonly StudioChange[] {
  const changes = new Map(first.map((change) => [toName(change), change]));
  for (const change of second) {
    const known = changes.get(toName(change));
    changes.set(toName(change), known === undefined ? change : { ...change, before: known.before });
  }
  return [...changes.values()];
}

const toName = (change: StudioChange): string =>
  change.kind === 'file' ? change.path : `${change.locale} ${change.key}`;

/** The step to undo, with the remaining history; `null` without any. */
export function undoStep({ past, future }: EditHistory): { readonly step: Step; readonly history: EditHistory } | null {
  const step = past.at(-1);
  return step === undefined ? null : { step, history: { past: past.slice(0, -1), future: [...future, step] } };
}

export function redoStep({ past, future }: EditHistory): { readonly step: Step; readonly history: EditHistory } | null {
  const step = future.at(-1);
  return step === undefined ? null : { step, history: { past: [...past, step], future: future.slice(0, -1) } };
}

/** The content after changes; with `before`, the content before them. */
export function applyStep(
  content: StudioContent,
  changes: readonly StudioChange[],
  side: 'before' | 'after',
): StudioContent {
  const files = { ...content.files };
  const texts = { ...content.texts };
  for (const change of changes) {
    if (change.kind === 'file') files[change.path] = change[side];
    else texts[change.key] = { ...texts[change.key], [change.locale]: change[side] };
  }
  return { files, texts };
}

/** Changes between two contents with the same files and texts. */
export function compareContents(before: StudioContent, after: StudioContent): readonly StudioChange[] {
  const files = Object.entries(after.files).map(([path, text]): StudioChange => ({
    kind: 'file',
    path,
    before: before.files[path] ?? '',
    after: text,
  }));
  const texts = Object.entries(after.texts).flatMap(([key, own]) =>
    // Checked edge: texts are keyed by language.
    (Object.entries(own) as [Locale, string][]).map(([locale, value]): StudioChange => ({
      kind: 'text',
      key,
      locale,
      before: before.texts[key]?.[locale] ?? '',
      after: value,
    })),
  );
  return [...files, ...texts].filter((change) => change.before !== change.after);
}
