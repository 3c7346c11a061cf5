import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { TextsByKey } from './protocol.ts';

/** What is edited: files by their paths, and texts by their keys. */
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

/** What is undone at once. */
export interface Step {
  /** What was edited: one field that is typed in is one step. */
  readonly subject: string;
  /** Milliseconds since the epoch, of its last change. */
  readonly at: number;
  readonly changes: readonly StudioChange[];
}

export interface EditHistory {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export const emptyHistory: EditHistory = { past: [], future: [] };

/** Keys that follow one another quicker than that belong to one step. */
const PAUSE_MS = 1_500;
const MAX_STEPS = 500;

export function recorded({ past, future }: EditHistory, step: Step): EditHistory {
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

/** The step that is taken back, with what remains; `null` without any. */
export function undone({ past, future }: EditHistory): { readonly step: Step; readonly history: EditHistory } | null {
  const step = past.at(-1);
  return step === undefined ? null : { step, history: { past: past.slice(0, -1), future: [...future, step] } };
}

export function redone({ past, future }: EditHistory): { readonly step: Step; readonly history: EditHistory } | null {
  const step = future.at(-1);
  return step === undefined ? null : { step, history: { past: [...past, step], future: future.slice(0, -1) } };
}

/** The content after changes, or with `before` without them. */
export function changed(
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

/** What makes one content another. Neither has files or texts that the other lacks. */
export function changesBetween(before: StudioContent, after: StudioContent): readonly StudioChange[] {
  const files = Object.entries(after.files).map(([path, text]): StudioChange => ({
    kind: 'file',
    path,
    before: before.files[path] ?? '',
    after: text,
  }));
  const texts = Object.entries(after.texts).flatMap(([key, own]) =>
    // The checked edge: keys of texts are languages.
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
