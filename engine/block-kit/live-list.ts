import type { TableView } from '#engine/shared/data-view.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** Data of a list for the script that updates it, as JSON in `data-list`. */
export interface ListData {
  /** Query of its block. */
  readonly query: string;
  readonly locale: Locale;
  /** Path of the page, without base path and language. */
  readonly path: string;
  /** Index of its table in the response, counted from the last one, which is 1, because messages are inserted first. */
  readonly fromEnd: number;
  /** Whether the list is updated while it is shown. */
  readonly moves: boolean;
  readonly title?: string | undefined;
  readonly table: TableView;
  /** By the keys in `liveListTextKeys`. */
  readonly words: Readonly<Record<string, string>>;
}

/** Text keys of a list; those with a number have i18next's plural forms. */
export const liveListTextKeys = [
  'busy',
  'failed',
  'asOf',
  'stale',
  'chooseAll',
  'clear',
  'chosen_one',
  'chosen_few',
  'chosen_many',
  'chosen_other',
] as const;

/** Selected rows across all pages of a list. */
export interface ChosenRows {
  /** By checkbox name. */
  has(name: string): boolean;
  choose(names: readonly string[], isChosen: boolean): void;
  clear(): void;
  /** Checkbox names on other pages of the list. */
  readonly elsewhere: readonly string[];
  /** Their number as text; empty for none. */
  readonly text: string;
  readonly words: { readonly chooseAll: string; readonly clear: string };
}

/** Texts beside the table of a list with live updates. */
export interface LiveParts {
  readonly chosen: ChosenRows;
  /** Announced to screen readers, and shown when loading failed. */
  readonly said: string;
  /** Time of the last update; empty for a list without updates. */
  readonly freshness: string;
}

export interface ListParts {
  readonly title?: string | undefined;
  readonly table: TableView;
  readonly live?: LiveParts;
}
