import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import {
  applyStep,
  type StudioChange,
  compareContents,
  type StudioContent,
  emptyHistory,
  type EditHistory,
  recordStep,
  redoStep,
  undoStep,
} from './history.ts';
import { relocateBlock } from './structure.ts';
import type { EditedText } from './edited-text.ts';
import type {
  Colleague,
  PreviewConditions,
  OutlineBlock,
  SaveResponse,
  StudioDocument,
  StudioEdits,
  StudioFinding,
} from './protocol.ts';

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'refused' | 'conflict' | 'signed-out' | 'gone';

export type Conflict = Extract<SaveResponse, { code: 'CONFLICT' }>;

export const widths = [390, 768, 1440] as const;
export type Width = (typeof widths)[number];

export interface StudioState {
  readonly opened: StudioDocument;
  readonly content: StudioContent;
  /** Content of the draft as last known. */
  readonly stored: StudioContent;
  readonly versions: Readonly<Record<string, number>>;
  readonly history: EditHistory;
  readonly outline: readonly OutlineBlock[];
  readonly findings: readonly StudioFinding[];
  /** Whether the current content cannot be rendered. */
  readonly isRefused: boolean;
  readonly save: SaveState;
  readonly conflict: Conflict | null;
  readonly message: string;
  /** Another user working in the draft. */
  readonly colleague: Colleague | null;
  /** Block id. */
  readonly selected: string | null;
  readonly hovered: string | null;
  /** The text being edited on the page. */
  readonly edited: EditedText | null;
  readonly locale: Locale;
  readonly width: Width;
  readonly conditions: PreviewConditions;
  readonly isDark: boolean;
  /** Whether all versions are shown instead of the page. */
  readonly isSheet: boolean;
  /** Whether the settings of the page are open. */
  readonly isSettings: boolean;
  /** Texts listed below the page, if any. */
  readonly texts: 'all' | 'open' | null;
  /** Comparison beside the page. */
  readonly beside: Comparison | null;
  /** Number of saves, which invalidate rendered pages. */
  readonly saves: number;
}

/** A page for comparison. */
export interface Comparison {
  readonly document: string;
  /** The live page instead of the draft. */
  readonly isPublished: boolean;
  /** Type and name of an example that is shown alone. */
  readonly example?: string;
}

export interface StudioStore extends StoreApi<StudioState> {
  change(subject: string, changes: readonly StudioChange[]): void;
  undo(): void;
  redo(): void;
}

/** @param onChange called after each change of the content */
export function createStudioStore(
  opened: StudioDocument,
  { locale, width }: Pick<StudioState, 'locale' | 'width'>,
  now: () => number,
  onChange: () => void,
): StudioStore {
  const content: StudioContent = {
    files: Object.fromEntries(opened.files.map(({ path, text }) => [path, text])),
    texts: opened.texts,
  };
  const store = createStore<StudioState>(() => ({
    opened,
    content,
    stored: content,
    versions: Object.fromEntries(opened.files.map(({ path, version }) => [path, version])),
    history: emptyHistory,
    outline: opened.outline,
    findings: [],
    isRefused: false,
    save: 'saved',
    conflict: null,
    message: '',
    colleague: null,
    selected: null,
    hovered: null,
    edited: null,
    locale,
    width,
    conditions: { at: '', consent: 'refused' },
    isDark: false,
    isSheet: false,
    isSettings: false,
    texts: null,
    beside: null,
    saves: 0,
  }));
  const write = (next: StudioContent, history: EditHistory): void =>
    store.setState(({ outline }) => ({ content: next, history, outline: relocateBlock(outline, next.files) }));
  const travel = (find: typeof undoStep, side: 'before' | 'after') => (): void => {
    const { history, content: now_ } = store.getState();
    const found = find(history);
    if (found === null) return;
    write(applyStep(now_, found.step.changes, side), found.history);
    onChange();
  };
  return Object.assign(store, {
    change(subject: string, changes: readonly StudioChange[]) {
      const real = changes.filter(({ before, after }) => before !== after);
      if (real.length === 0) return;
      const state = store.getState();
      write(applyStep(state.content, real, 'after'), recordStep(state.history, { subject, at: now(), changes: real }));
      onChange();
    },
    undo: travel(undoStep, 'before'),
    redo: travel(redoStep, 'after'),
  });
}

/** Unsaved changes. */
export function collectEdits({
  content,
  stored,
  versions,
}: Pick<StudioState, 'content' | 'stored' | 'versions'>): StudioEdits {
  const changes = compareContents(stored, content);
  return {
    files: changes.flatMap((change) =>
      change.kind === 'file' ? [{ path: change.path, content: change.after, version: versions[change.path] ?? 0 }] : [],
    ),
    texts: changes.flatMap((change) =>
      change.kind === 'text'
        ? [{ key: change.key, locale: change.locale, was: change.before, value: change.after }]
        : [],
    ),
  };
}

export const hasNoEdits = ({ files, texts }: StudioEdits): boolean => files.length === 0 && texts.length === 0;

/** The content with edits applied. */
export function withEdits(content: StudioContent, { files, texts }: StudioEdits): StudioContent {
  const changes: readonly StudioChange[] = [
    ...files.map(({ path, content: after }) => ({ kind: 'file', path, before: '', after }) as const),
    ...texts.map(({ key, locale, value }) => ({ kind: 'text', key, locale, before: '', after: value }) as const),
  ];
  return applyStep(content, changes, 'after');
}
