import type { Locale } from '#schemas/generated/vocabulary.ts';

/** A tool's mark for a tag or placeholder that it does not name. */
export interface InlineMark {
  /** Equal in source and translation. */
  readonly id: string;
  /** As in the file, for display. */
  readonly shown: string;
}

/** A text with marks. */
export type UnitText = readonly (string | InlineMark)[];

/** A text to be translated. */
export interface SentUnit {
  readonly key: string;
  /** Source text. */
  readonly source: string;
  /** Empty without a translation. */
  readonly target: string;
  /** Context and reason, for the translator. */
  readonly note: string;
}

/** A translated text. */
export interface Unit {
  readonly locale: Locale;
  /** Candidates for its key: tools renumber texts and store the key elsewhere. */
  readonly names: readonly string[];
  readonly line: number;
  /** Source text. */
  readonly source: UnitText;
  /** Empty without a translation. */
  readonly target: UnitText;
  /** Why it is refused; `null` for no reason so far. */
  readonly problem: string | null;
  /** Whether the file marks it as approved. */
  readonly isApproved?: boolean;
}

/** Text for display. */
export function formatUnitText(words: UnitText): string {
  return words.map((part) => (typeof part === 'string' ? part : part.shown)).join('');
}

export function isEmpty(words: UnitText): boolean {
  return words.every((part) => typeof part === 'string' && part.replaceAll(/[\s\u200B\u2060\uFEFF]/g, '') === '');
}
