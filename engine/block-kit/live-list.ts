import type { TableView } from '#engine/shared/data-view.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** What the markup of a list says to the script that keeps it fresh, as JSON in `data-list`. */
export interface ListData {
  /** What its block asks for. */
  readonly query: string;
  readonly locale: Locale;
  /** Of the page, without base path and language. */
  readonly path: string;
  /** Which table of the answer it is, counted from the last one, which is 1: what was done is said in front. */
  readonly fromEnd: number;
  /** It changes while it is shown. */
  readonly moves: boolean;
  readonly title?: string | undefined;
  readonly table: TableView;
  /** By the names in `listWords`. */
  readonly words: Readonly<Record<string, string>>;
}

/** Names of the words that a list has; those with a number follow i18next's plural forms. */
export const listWords = [
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

/** Rows that are ticked, on whatever page of the list they are. */
export interface ChosenRows {
  /** By the name of its box. */
  has(name: string): boolean;
  choose(names: readonly string[], isChosen: boolean): void;
  clear(): void;
  /** Names of boxes that are on other pages of the list. */
  readonly elsewhere: readonly string[];
  /** How many there are, in words; empty for none. */
  readonly text: string;
  readonly words: { readonly chooseAll: string; readonly clear: string };
}

/** What a list shows beside its table once a script keeps it fresh. */
export interface LiveParts {
  readonly chosen: ChosenRows;
  /** For screen readers, and for everybody where it could not be loaded. */
  readonly said: string;
  /** How fresh it is; empty for a list that does not move. */
  readonly freshness: string;
}

export interface ListParts {
  readonly title?: string | undefined;
  readonly table: TableView;
  readonly live?: LiveParts;
}
